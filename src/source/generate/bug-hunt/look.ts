import { SEVERITIES } from '../../../domain/work-item.ts';
import { bullets, fenced, head } from '../../../lib/quotation.ts';
import { hottest } from '../churn.ts';
import { consult, page, type Zod } from '../consult.ts';
import { at, type Check, found, skipped, titled } from '../finding.ts';
import { knownTitles } from '../known.ts';

const MOST_FILES = 5;
const FILE_BYTES = 12_000;
const MOST_KNOWN = 40;
const MOST_FOUND = 3;

/** What an agent sees in the files that change most, each proved by a line of the file. */
export const look: Check = {
  name: "an agent's look",
  otherwise: true,
  async look(site) {
    const paths = await hottest(site, MOST_FILES);
    if (paths.length === 0) return skipped("an agent's look: there is no code to read");
    const texts = await Promise.all(paths.map(async (path) => ({ path, text: (await site.text(path)) ?? '' })));
    const heard = await consult(site, 'scanner', {
      asked: 'hunt',
      text: page('hunt-files', {
        known: listed(knownTitles(site.desk)),
        files: texts.map(({ path, text }) => `### ${path}\n\n${fenced(head(text, FILE_BYTES))}`).join('\n\n'),
      }),
      schema,
    });
    if (heard.kind === 'silent') return skipped(`an agent's look: ${heard.reason}`);
    return found(...heard.answer.findings.slice(0, MOST_FOUND).flatMap((one) => proven(texts, one)));
  },
};

const listed = (titles: readonly string[]): string => (titles.length === 0 ? '' : fenced(bullets(titles, MOST_KNOWN)));

interface Seen {
  readonly title: string;
  readonly path: string;
  readonly quote: string;
  readonly severity: (typeof SEVERITIES)[number];
  readonly description: string;
}

function proven(texts: readonly { readonly path: string; readonly text: string }[], seen: Seen) {
  const { title, path, quote, severity, description } = seen;
  const lines = texts.find((one) => one.path === path)?.text.split('\n') ?? [];
  const line = quote.trim() === '' ? -1 : lines.findIndex((one) => one.includes(quote.trim()));
  if (line === -1) return [];
  const evidence = at(path, line + 1);
  return [
    {
      title: titled(title),
      type: 'bug' as const,
      severity,
      description: `${evidence} (${quote.trim().slice(0, 120)}). ${description.slice(0, 1200)}`,
      evidence,
      path,
      weight: 0,
      said: true as const,
    },
  ];
}

const schema = (z: Zod) =>
  z.object({
    findings: z.array(
      z.object({
        title: z.string().min(1),
        path: z.string(),
        quote: z.string(),
        severity: z.enum(SEVERITIES),
        description: z.string(),
      }),
    ),
  });
