import { type Risk, type RiskKind, risksIn } from '../../../code/code.ts';
import type { Severity } from '../../../domain/work-item.ts';
import { at, type Check, type Finding, found, places, titled } from '../finding.ts';
import { isGenerated } from '../kind.ts';

const KINDS: Readonly<Record<RiskKind, { readonly severity: Severity; readonly title: string; readonly why: string }>> =
  {
    nan: {
      severity: 'high',
      title: 'Mend comparisons with NaN in',
      why: 'Nothing equals NaN: the comparison is the same for every value.',
    },
    assignment: {
      severity: 'high',
      title: 'Mend conditions that assign in',
      why: 'The condition assigns where it seems to compare.',
    },
    unchecked: {
      severity: 'medium',
      title: 'Look at the errors that are ignored in',
      why: 'An error is given and never looked at.',
    },
    swallowed: {
      severity: 'medium',
      title: 'Handle the errors that are swallowed in',
      why: 'The error is caught and nothing is done about it, nor is it said why.',
    },
    postponed: {
      severity: 'medium',
      title: 'Finish the error handling in',
      why: 'What to do about the error is left for later.',
    },
    'shared-default': {
      severity: 'medium',
      title: 'Mend default values that calls share in',
      why: 'The default is one object for all calls: what one call changes the next one sees.',
    },
    'loose-null': {
      severity: 'low',
      title: 'Compare with null by identity in',
      why: 'Other values than the one that is meant are equal to it.',
    },
  };

/** Places that often turn out to be bugs, by syntax: one finding for each kind and file. */
export const risks: Check = {
  name: 'risky places',
  async look(site) {
    const findings: Finding[] = [];
    for (const path of site.sources) {
      const text = (await site.text(path)) ?? '';
      if (isGenerated(text)) continue;
      const all = await risksIn(path, text);
      for (const kind of new Set(all.map((one) => one.kind)))
        findings.push(
          ofKind(
            path,
            kind,
            all.filter((one) => one.kind === kind),
          ),
        );
    }
    return found(...findings);
  },
};

function ofKind(path: string, kind: RiskKind, all: readonly Risk[]): Finding {
  const { severity, title, why } = KINDS[kind];
  return {
    title: titled(`${title} ${path}`),
    type: 'bug',
    severity,
    description: `${places(all.map(({ line, text }) => `${at(path, line)} (${text})`))}. ${why}`,
    evidence: at(path, all[0]?.line ?? 1),
    path,
    weight: all.length,
  };
}
