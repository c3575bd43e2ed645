import { functionsIn } from '../../../code/code.ts';
import { at, type Check, type Finding, found, titled } from '../finding.ts';
import { isGenerated } from '../kind.ts';

const MOST = 20;
const FAR_TOO_MUCH = 40;
/** All that may divide the ways through a function, and more. */
const DIVIDING = /\b(?:if|elif|for|while|case|catch|except|loop|and|or)\b|&&|\|\||\?|=>/g;

/** Functions that nobody can hold in mind. */
export const complexity: Check = {
  name: 'complexity',
  async look(site) {
    const findings: Finding[] = [];
    for (const path of site.sources) {
      const text = (await site.text(path)) ?? '';
      // Reading a file takes longer than seeing that there is too little in it.
      if (isGenerated(text) || (text.match(DIVIDING)?.length ?? 0) < MOST) continue;
      for (const { symbol, startLine, endLine, complexity: ways } of await functionsIn(path, text)) {
        if (ways <= MOST) continue;
        findings.push({
          title: titled(`Simplify ${symbol} in ${path}`),
          type: 'tech-debt',
          severity: ways > FAR_TOO_MUCH ? 'medium' : 'low',
          description: `${symbol} (${at(path, startLine)} to ${endLine}) has a complexity of ${ways}; ${MOST} is the most. Divide it into parts with names of their own, with the same behaviour; see first that tests hold it.`,
          evidence: at(path, startLine),
          path,
          weight: ways,
        });
      }
    }
    return found(...findings);
  },
};
