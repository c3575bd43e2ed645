import { type Check, found } from '../finding.ts';
import { isCi } from '../kind.ts';

/** Nobody checks what is pushed. */
export const ci: Check = {
  name: 'CI',
  async look({ files, contract }) {
    const [command] = contract.bundle;
    if (files.some(isCi) || command === undefined) return found();
    return found({
      title: 'Add a CI workflow that runs the checks',
      type: 'process-improvement',
      severity: 'medium',
      description: `Nothing runs the checks of this repository when somebody pushes. Add a workflow, such as .github/workflows/check.yml, that runs: ${contract.bundle.slice(0, 5).join('; ')}`,
      evidence: '.github/workflows/check.yml is not there',
      weight: 100,
    });
  },
};
