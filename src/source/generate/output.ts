import { printed } from '../../lib/quotation.ts';
import type { Shelled } from '../desk.ts';

const SAID = 300;

/** How a command ended, and the end of what it printed, in one line. */
export function lastWords({ code, stdout, stderr, timedOut }: Shelled): string {
  const said = printed(stderr.trim() === '' ? stdout : stderr, SAID).replace(/\s+/g, ' ');
  const how = timedOut === true ? 'its time was over' : `it ended with ${code}`;
  return said === '' ? how : `${how}: ${said}`;
}

/** Whether a command failed because something of it is not installed here, which says nothing of the code. */
export function isMissing({ code, stdout, stderr }: Shelled): boolean {
  const said = `${stdout}\n${stderr}`;
  return (
    code === 126 ||
    code === 127 ||
    /command not found|: not found\b|cannot find module|MODULE_NOT_FOUND|ModuleNotFoundError|ERR_MODULE_NOT_FOUND|No module named|could not determine executable|ENOTFOUND|EAI_AGAIN|ENETUNREACH|Temporary failure in name resolution/i.test(
      said,
    )
  );
}
