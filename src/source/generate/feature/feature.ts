import { bullets, fenced, head } from '../../../lib/quotation.ts';
import { consult, page, type Zod } from '../consult.ts';
import { type Check, type Finding, found, skipped, titled } from '../finding.ts';
import { knownTitles } from '../known.ts';

const README_BYTES = 12_000;
const MISSION_BYTES = 2000;
const MOST_LISTED = 60;
const MOST_FOUND = 3;

/** What the project should be able to do next, in an agent's words. */
const suggestions: Check = {
  name: 'features',
  async look(site) {
    const { goals } = site.contract;
    const path = site.files.find((one) => /^readme(?:\.\w+)?$/i.test(one));
    const readme = path === undefined ? '' : ((await site.text(path)) ?? '');
    if (goals === undefined && readme.trim() === '')
      return skipped('features: neither goals nor a README say what the project is for');
    const heard = await consult(site, 'ideator', {
      asked: 'suggest',
      text: page('suggest-project', {
        mission: head(goals?.mission ?? '', MISSION_BYTES),
        north: bullets(goals?.northStars ?? [], MOST_LISTED),
        anti: bullets(goals?.antiStars ?? [], MOST_LISTED),
        directives: bullets(
          (goals?.directives ?? []).map(({ title }) => title),
          MOST_LISTED,
        ),
        known: listed(knownTitles(site.desk)),
        files: listed(site.sources),
        readme: readme.trim() === '' ? '' : fenced(head(readme, README_BYTES)),
      }),
      schema,
    });
    if (heard.kind === 'silent') return skipped(`features: ${heard.reason}`);
    return found(
      ...heard.answer.features.slice(0, MOST_FOUND).map(
        ({ title, severity, description }, index): Finding => ({
          title: titled(title),
          type: 'feature',
          severity,
          description: description.slice(0, 1500),
          evidence: goals?.path ?? path ?? 'README',
          weight: -index,
          said: true,
        }),
      ),
    );
  },
};

const listed = (lines: readonly string[]): string => (lines.length === 0 ? '' : fenced(bullets(lines, MOST_LISTED)));

const schema = (z: Zod) =>
  z.object({
    features: z.array(
      z.object({ title: z.string().min(1), severity: z.enum(['medium', 'low']), description: z.string().min(1) }),
    ),
  });

/** What is missing. */
export const feature: readonly Check[] = [suggestions];
