import { charterText, planText, workText } from '../domain/charter.ts';
import { NO_PLAN } from '../domain/cycle.ts';
import { formatDuration } from '../lib/format.ts';
import { ownPages } from '../lib/own-page.ts';
import { bullets, fenced, head, printed } from '../lib/quotation.ts';
import { contents, wholeFiles } from './exhibit.ts';
import { directivesIn, parentOf } from './facts.ts';
import { page } from './page.ts';
import type { Material, Rendered } from './prompt.ts';

const CHARTER_BYTES = 8 * 1024;
const WORK_BYTES = 6 * 1024;
const PLAN_BYTES = 8 * 1024;
const FINDINGS_BYTES = 5 * 1024;
/** Of all that is to be read first. */
const READS_BYTES = 14 * 1024;
const MOST_FINDINGS = 12;
const MOST_PATTERNS = 40;
const MOST_TRIED = 6;

/** What whoever does the work of a cycle is told. Contract: as of `promptOf`. */
export async function workPrompt(material: Material, bytes: number): Promise<Rendered> {
  const { works, prompts, files: source } = material;
  const system = systemOf(material);
  const begin = ownPages(page, prompts)('implement-goal');
  const told = factsOf(material);
  const text = (more: Readonly<Record<'reads' | 'files', string>>) =>
    `${begin}\n\n${page('work', { ...told, ...more })}`;
  const room = (used: string) => bytes - Buffer.byteLength(system) - Buffer.byteLength(used);
  const reads = readsIn(material, Math.min(READS_BYTES, room(text({ reads: '', files: '' }))));
  const bare = text({ reads, files: '' });
  // Those who work on files read them where they lie.
  if (works === 'files') return { prompt: { system, text: bare }, shown: [] };
  const urgent = urgentIn(material);
  const paths = [...source.files()].sort((a, b) => Number(urgent(b)) - Number(urgent(a)));
  const shown = wholeFiles(await contents(source, paths), room(bare) - 64, urgent);
  return { prompt: { system, text: text({ reads, files: shown.text }) }, shown: shown.shown };
}

function systemOf({ job: { charter, dossier }, works, timeoutMs }: Material): string {
  return page('work-system', {
    charter: charter === undefined ? '' : quoted(charterText(charter), CHARTER_BYTES),
    scope: bullets(dossier.scope, MOST_PATTERNS, 100),
    how: works === 'text' ? page('answer') : page('worktree', { time: formatDuration(timeoutMs) }),
    directives: directivesIn(dossier),
  });
}

function factsOf({ job: { proposal, charter, dossier }, works }: Material): Readonly<Record<string, string>> {
  const { turn, brief } = proposal;
  const plan = turn?.plan ?? {
    ...NO_PLAN,
    plan: brief.objective,
    files: brief.pointers,
    premortem: { verdict: 'warn' as const, risks: brief.boundaries },
  };
  const [first] = dossier.parents;
  const isBase = first?.id === turn?.base;
  const papers = charter?.papers;
  const tried = dossier.tried.map(({ summary, reason = '' }) =>
    [summary, reason].filter((one) => one !== '').join(': '),
  );
  return {
    work: quoted(turn?.work === undefined ? brief.objective : workText(turn.work), WORK_BYTES),
    plan: quoted(planText(plan) || '(there is none)', PLAN_BYTES),
    papers: works === 'text' || papers === undefined ? '' : `${papers.plan} and ${papers.packet}`,
    testFirst: turn?.testFirst === true ? 'yes' : '',
    findings: quoted(bullets(turn?.findings ?? [], MOST_FINDINGS, 800), FINDINGS_BYTES),
    // Nobody has made the base.
    parent: first === undefined ? '' : parentOf(isBase ? { ...first, summary: '' } : first),
    tried: quoted(bullets(tried, MOST_TRIED, 300), FINDINGS_BYTES),
  };
}

function readsIn({ job: { charter } }: Material, bytes: number): string {
  let left = bytes;
  const parts: string[] = [];
  for (const { path, text } of charter?.reads ?? []) {
    const part = `${path}:\n${fenced(printed(text, text.length + 1))}`;
    left -= Buffer.byteLength(part) + 2;
    if (left < 0) break;
    parts.push(part);
  }
  return parts.join('\n\n');
}

/** What has to be seen: what the plan, the work and the failure speak of. */
function urgentIn({ job: { proposal, dossier } }: Material): (path: string) => boolean {
  const { turn } = proposal;
  const failures = dossier.parents.map(({ failure, feedback }) => `${failure?.tail ?? ''}\n${feedback ?? ''}`);
  const said = [
    ...(turn?.plan === undefined ? [] : [planText(turn.plan)]),
    ...(turn?.work === undefined ? [] : [workText(turn.work), ...turn.work.about]),
    ...(turn?.findings ?? []),
    ...failures,
  ].join('\n');
  return (path) => said.includes(path);
}

const quoted = (text: string, bytes: number): string =>
  text.trim() === '' ? '' : fenced(head(printed(text, Number.POSITIVE_INFINITY), bytes));
