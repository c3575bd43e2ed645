import { formatDuration, formatPercent, formatScore, formatSigned, formatUsd, plural } from '../../lib/format.ts';
import { type Content, html, type Markup, trusted } from '../../lib/markup.ts';
import { idleLines } from '../arms.ts';
import { authorTable } from '../authors.ts';
import { keepsAll } from '../breeding.ts';
import { FLAGGED, flagText, rulesIn } from '../flagged.ts';
import { frontTable, frontTitle } from '../front.ts';
import { makingOf, makingText } from '../making.ts';
import { worthText } from '../worth.ts';
import { bestsOf, curveOf } from './curve.ts';
import { detailOf, diffOf, parentsOf } from './detail.ts';
import type { CandidateFacts, PageFacts } from './facts.ts';
import { lineageGraph } from './lineage.ts';
import { legend } from './mark.ts';
import type { Ended } from './report.ts';
import { SCRIPT, STYLE } from './style.ts';
import { costLine, limitText } from './text.ts';

/** The report as one page that loads nothing. Contract: nothing in it but our own script can run. */
export function pageOf(facts: PageFacts): string {
  const { ended, config, candidates, left, scriptHash } = facts;
  const bred = ended.generation !== undefined;
  const all = keepsAll(config);
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>evolve · run ${ended.run} · ${ended.fitness}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<h1>Run ${ended.run} · ${ended.best.score === null ? 'no score yet' : headline(ended)}</h1>
${ended.goal !== undefined && html`<p>${ended.goal}</p>`}
<p class="dim"><code>${ended.fitness}</code> · ${config.fixed.direction === 'max' ? 'higher' : 'lower'} is better · files ${ended.files.join(', ')}</p>
<p class="dim">${ended.state}${ended.stop !== null && html`: ${ended.stop.reason}`} · started ${new Date(facts.openedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
${tiles(ended)}
${sideBySide(ended)}
${worth(ended)}
${flagged(ended)}
${authorsTable(ended)}
${frontOf(ended)}
<h2>Fitness curve</h2>
${legend(all, html`<span>━ best so far</span> `, html`<span>╌ baseline</span>`)}
${curveOf(candidates, bestsOf(ended, candidates), ended.direction, bred ? 'generation' : 'candidate')}
<h2>Lineage</h2>
${legend(all, html`<span>━ the winner’s line</span> `, html`<span>╌ second parents</span>`)}
${lineageGraph(candidates, bred ? 'generation' : 'depth')}
<h2>Leaderboard</h2>
${board(candidates)}
${ended.patch !== null && html`<h2>The winner’s change</h2><p class="dim">Take it over: <code>evolve apply</code>, or by hand: <code>git apply ${ended.patch}</code></p>${change(ended.diff)}`}
<h2>Candidates</h2>
${left > 0 && html`<p class="dim">${plural(left, 'more candidate')} left out here. All of them: <code>evolve export --csv</code></p>`}
${candidates.map(detailOf)}
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return markup;
}

function headline({ best, baseline, improvement }: Ended): string {
  if (best.id === baseline.id) return 'nothing better than the baseline';
  const percent = improvement?.percent ?? null;
  const gained = percent === null ? formatSigned(best.delta ?? 0) : formatPercent(percent);
  return `${best.id} ${improvement?.confirmed === false ? 'is not confirmed' : `wins: ${gained}`}`;
}

function tiles(ended: Ended): Markup {
  const { best, baseline, improvement, candidates } = ended;
  const tile = (name: string, value: Content, note: Content = '', kind = '') =>
    html`<div class="tile ${kind}">${name}<b>${value}</b><span class="dim">${note}</span></div>`;
  const gained = improvement === null ? best.delta : improvement.delta;
  const percent = improvement?.percent ?? null;
  const confirmed =
    improvement === null ? 'not measured again' : improvement.confirmed ? 'confirmed side by side' : 'not confirmed';
  return html`<div class="tiles">
${tile('Winner', formatScore(best.score), html`<a href="#c-${best.id}">${best.id}</a>`)}
${tile('Baseline', formatScore(baseline.score), html`<a href="#c-${baseline.id}">${baseline.id}</a>`)}
${tile('Gain', gained === null ? '–' : formatSigned(gained), `${percent === null ? '' : `${formatPercent(percent)} · `}${confirmed}`, improvement === null ? '' : improvement.confirmed ? 'good' : 'bad')}
${tile('Candidates', candidates.total, `${candidates.scored} scored · ${candidates.invalid} invalid · ${candidates.cached} cached`)}
${agentsTile(ended, tile)}
${progressTile(ended, tile)}
</div>`;
}

function progressTile(ended: Ended, tile: (name: string, value: number, note: string) => Markup): Markup {
  const { evaluationsSpent, minutesSpent } = ended.budget;
  const time = formatDuration(minutesSpent * 60_000);
  return ended.generation === undefined
    ? tile(
        'Evaluations',
        evaluationsSpent,
        `${ended.experiments === undefined ? ended.strategy : 'experiments'} · ${time}`,
      )
    : tile('Generations', ended.generation, `${evaluationsSpent} measured in ${time}`);
}

/** The note doesn't repeat the number above it. */
function agentsTile(ended: Ended, tile: (name: string, value: string, note: string) => Markup): Content {
  const { cost } = ended;
  if (cost === undefined) return undefined;
  const value = cost.unpriced === cost.calls ? plural(cost.calls, 'call') : formatUsd(cost.usd);
  const line = costLine(ended);
  return tile('Agents', value, line.startsWith(`${value}, `) ? line.slice(value.length + 2) : line);
}

function sideBySide({ sideBySide: measured, best, improvement }: Ended): Content {
  if (measured === null) return undefined;
  if (measured.failed !== undefined)
    return html`<p>Winner and baseline could not be measured again: ${measured.failed}</p>`;
  const limits = improvement?.interval ?? null;
  const between =
    limits === null
      ? undefined
      : html`<p>The gain lies between ${limitText(limits, 'low')} and ${limitText(limits, 'high')}, at 95 %.</p>`;
  const row = (name: string, samples: readonly number[]) =>
    html`<tr><td>${name}</td>${samples.map((sample) => html`<td class="num">${formatScore(sample)}</td>`)}</tr>`;
  return html`<h2>Measured side by side, in turns</h2><div class="wide"><table class="small"><tbody>${row('baseline', measured.baseline)}${row(best.id, measured.best)}</tbody></table></div>${between}`;
}

function worth(ended: Ended): Content {
  const { heading, lines: worthLines } = worthText(ended);
  const lines = [...worthLines, ...idleLines(ended.arms)];
  if (lines.length === 0) return undefined;
  return html`<h2>${heading}</h2>${lines.map((line) => html`<p>${line}</p>`)}`;
}

function flagged({ flagged: found }: Ended): Content {
  if (found.length === 0) return undefined;
  return html`<h2>${FLAGGED}</h2><ul>${found.map((flag) => html`<li><a href="#c-${flag.candidate}">${flag.candidate}</a> ${flagText(flag)}</li>`)}</ul>`;
}

function authorsTable({ authors }: Ended): Content {
  if (authors === undefined) return undefined;
  const { heads, rows } = authorTable(authors);
  const kind = (index: number): string => (index === 0 ? '' : 'num');
  return html`<h2>Authors</h2><div class="wide"><table class="small"><thead><tr>${heads.map((head, index) => html`<th class="${kind(index)}">${head}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => html`<td class="${kind(index)}">${cell}</td>`)}</tr>`)}</tbody></table></div><p>${authors.why}</p>`;
}

function frontOf({ front }: Ended): Content {
  if (front === undefined) return undefined;
  const { columns, rows, more } = frontTable(front);
  const kind = (index: number): string => (columns[index]?.align === 'right' ? 'num' : '');
  const cell = (text: string, index: number) =>
    html`<td class="${kind(index)}">${index === 0 ? html`<a href="#c-${text}">${text}</a>` : text}</td>`;
  return html`<h2>${frontTitle(front)}</h2><div class="wide"><table class="small"><thead><tr>${columns.map(({ title }, index) => html`<th class="${kind(index)}">${title}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>${more > 0 && html`<p class="dim">… ${more} more: <code>evolve status --json</code></p>`}`;
}

/** In this table more are no help. */
const RANKED = 1000;

function board(candidates: readonly CandidateFacts[]): Markup {
  const ranked = candidates
    .flatMap((one) => (one.rank === null ? [] : [{ ...one, rank: one.rank }]))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, RANKED);
  const heads: readonly (readonly [string, string])[] = [
    ['Rank', 'num'],
    ['Candidate', ''],
    ['Fitness', 'num'],
    ['Δ baseline', 'num'],
    ['Parents', ''],
    ['Operator', ''],
    ['Status', ''],
    ['Reason', ''],
  ];
  return html`<div class="wide board"><table class="sortable"><thead><tr>${heads.map(([name, kind]) => html`<th class="${kind}"><button>${name}</button></th>`)}</tr></thead><tbody>
${ranked.map(({ rank, entry, score, delta, status, best }) => {
  const { proposal, evaluation } = entry;
  const why = evaluation !== undefined && 'reason' in evaluation ? [evaluation.reason] : [];
  const reason = [...why, ...rulesIn(evaluation).map((rule) => `flagged: ${rule}`)].join(' · ');
  return html`<tr><td class="num">${rank}</td><td><a href="#c-${proposal.id}">${proposal.id}</a></td><td class="num" data-key="${score ?? ''}">${score === null ? status.toUpperCase() : formatScore(score)}</td><td class="num" data-key="${delta ?? ''}">${delta === null ? '–' : formatSigned(delta)}</td><td>${parentsOf(proposal.parents)}</td><td>${makingText(makingOf(proposal))}</td><td>${best ? 'winner' : status}</td><td>${reason}</td></tr>
`;
})}</tbody></table></div>`;
}

/** The whole patch is in its file. */
const MOST_CHANGE = 60_000;

function change(diff: string): Markup {
  const shown = diff.trimEnd().slice(0, MOST_CHANGE);
  return html`${diffOf(shown)}${shown.length < diff.trimEnd().length && html`<p class="dim">… the rest is in the patch.</p>`}`;
}
