import { formatDuration, formatNumber, formatScore, formatSigned, plural } from '../../lib/format.ts';
import { type Content, html, type Markup } from '../../lib/markup.ts';
import { FLAGGED, flagsIn, flagText } from '../flagged.ts';
import { makingOf, makingText } from '../making.ts';
import { wordOf } from '../show.ts';
import type { CandidateFacts, Patch } from './facts.ts';

/** All that is known of one candidate, folded away until it is asked for. */
export function detailOf(facts: CandidateFacts): Markup {
  const { entry, score, delta, status, best } = facts;
  const { proposal, candidate, evaluation, dropped, sameAs } = entry;
  const scored = score === null ? status.toUpperCase() : formatScore(score);
  const change = delta === null || proposal.operator === 'seed' ? '' : formatSigned(delta);
  const reason =
    dropped?.reason ?? (evaluation !== undefined && 'reason' in evaluation ? evaluation.reason : undefined);
  const rows: readonly (readonly [string, Content])[] = [
    [
      'Made',
      proposal.operator === 'seed'
        ? 'the code as it was'
        : html`${proposal.operator}${proposal.arm !== undefined && ` · ${proposal.arm}`} by ${proposal.by} from ${parentsOf(proposal.parents)}`,
    ],
    ['Lens', proposal.brief.lens],
    ['Change', candidate?.summary],
    ['Reason', reason],
    ['Same as', sameAs !== undefined && html`<a href="#c-${sameAs}">${sameAs}</a>: measured once`],
    [
      'Samples',
      evaluation?.outcome === 'scored' &&
        evaluation.samples.length > 1 &&
        evaluation.samples.map(formatNumber).join('  '),
    ],
    ['Metrics', evaluation?.outcome === 'scored' && metricsOf(evaluation.metrics)],
    ['Feedback', evaluation?.outcome === 'scored' && evaluation.feedback],
    ['Sandbox', evaluation !== undefined && 'sandbox' in evaluation && evaluation.sandbox],
    ['Stages', stagesOf(facts)],
    [FLAGGED, flagsIn(evaluation).length > 0 && flagsIn(evaluation).map((flag) => html`<div>${flagText(flag)}</div>`)],
    [
      'Left out',
      (candidate?.refused ?? []).length > 0 &&
        (candidate?.refused ?? []).map(({ path, reason: why }) => html`<div>${path}: ${why}</div>`),
    ],
    ['Placed', placedOf(facts)],
    ['Commit', candidate?.commit],
  ];
  const tail = evaluation?.outcome === 'invalid' ? evaluation.tail : undefined;
  return html`<details id="c-${proposal.id}"><summary><b>${proposal.id}</b> <span class="num">${scored}</span> <span class="num dim">${change}</span> ${best && html`<span class="tag">winner</span>`} <span class="dim">${makingText(makingOf(proposal))} ${candidate?.summary ?? reason ?? ''}</span></summary>
<dl>${rows.filter(([, value]) => value !== undefined && value !== false && value !== '').map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${tail !== undefined && html`<h4>Output</h4><pre>${tail}</pre>`}
${patchOf(facts.patch, proposal.id, proposal.parents[0])}
</details>
`;
}

export function parentsOf(parents: readonly string[]): readonly Markup[] {
  return parents.map((parent, index) => html`${index > 0 && ', '}<a href="#c-${parent}">${parent}</a>`);
}

function metricsOf(metrics: Readonly<Record<string, number>>): string {
  return Object.entries(metrics)
    .map(([name, value]) => `${name} ${formatNumber(value)}`)
    .join(' · ');
}

function stagesOf({ entry }: CandidateFacts): Content {
  const stages = entry.evaluation?.stages ?? [];
  return (
    stages.length > 0 &&
    stages.map(
      (stage) =>
        html`<div>${stage.stage} ${stage.verdict} <span class="dim">${formatDuration(stage.ms)}</span>${wordOf(stage)}</div>`,
    )
  );
}

function placedOf({ entry }: CandidateFacts): string | undefined {
  if (entry.placement === undefined) return undefined;
  if (entry.placement.kind === 'refused') return `eliminated (${entry.placement.reason})`;
  return entry.alive ? 'alive' : 'survived once, since eliminated';
}

function patchOf(patch: Patch, id: string, parent: string): Content {
  if (patch.kind === 'none') return undefined;
  if (patch.kind === 'left out')
    return html`<p class="dim">Its patch is left out: the page has no more room. See: evolve diff ${id} parent</p>`;
  if (patch.text === '') return html`<p class="dim">The same code as ${parent}.</p>`;
  return html`<h4>Against ${parent}</h4>${diffOf(patch.text)}${patch.left > 0 && html`<p class="dim">… ${plural(patch.left, 'more character')}. See: evolve diff ${id} parent</p>`}`;
}

/** A patch with its lines coloured; the signs say the same. */
export function diffOf(patch: string): Markup {
  const line = (text: string) => {
    const kind = /^(diff |index |--- |\+\+\+ |new file|deleted file|old mode|new mode)/.test(text)
      ? 'meta'
      : text.startsWith('@@')
        ? 'hunk'
        : text.startsWith('+')
          ? 'add'
          : text.startsWith('-')
            ? 'del'
            : undefined;
    return kind === undefined ? html`${text}\n` : html`<span class="${kind}">${text}\n</span>`;
  };
  return html`<pre class="diff">${patch.split('\n').map(line)}</pre>`;
}
