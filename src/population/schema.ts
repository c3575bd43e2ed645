/** Each step brings the store from one version to the next; steps are added, never changed. */
export const STEPS: readonly string[] = [
  `
  create table state (
    one integer primary key check (one = 1),
    settings text not null,
    generation integer not null,
    current integer not null,
    samples integer not null,
    migrations integer not null
  );

  create table program (
    seq integer primary key,
    id text not null unique,
    parent text not null,
    island integer not null,
    generation integer not null,
    score real not null,
    rank_key real not null,
    homes integer not null,
    metrics text not null,
    changes text not null,
    code_path text not null,
    target_code text not null
  );
  create index program_ranking on program (rank_key desc, seq);
  create index program_living on program (rank_key desc, seq) where homes > 0;

  create table island (
    island integer primary key,
    size integer not null
  );

  create table resident (
    arrival integer primary key,
    island integer not null,
    id text not null,
    score real not null,
    rank_key real not null,
    slot integer not null
  );
  create unique index resident_who on resident (island, id);
  create index resident_rank on resident (island, rank_key desc, arrival);
  create unique index resident_slot on resident (island, slot);
  `,
];
