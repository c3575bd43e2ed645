import type { Journal } from '../../domain/journal.ts';
import type { Context } from '../contract.ts';
import type { LiveView } from './live.ts';
import { storyOf } from './story.ts';

const EVERY_MS = 100;
const PAGE = 500;

/** Tells what happens in a run while it happens, from the journal. */
export function narrate(journal: Journal, context: Context): { end(): void } {
  const view = journal.view();
  const story = storyOf(view, context.live === undefined ? context.detail : { live: context.detail }, context.color);
  let seen = journal.tail(1)[0]?.seq ?? 0;
  let live: LiveView | undefined;
  let ended = false;
  const look = () => {
    for (let page = journal.read(seen, PAGE); page.length > 0; page = journal.read(seen, PAGE)) {
      for (const recorded of page) {
        seen = recorded.seq;
        live?.see(recorded);
        for (const line of story(recorded)) context.tell(line);
      }
    }
    live?.draw(Date.now());
  };
  if (context.live !== undefined) {
    const { live: region } = context;
    // Most verbs and all pipes do without it.
    import('./live.ts').then(({ liveView }) => {
      if (ended) return;
      live = liveView(view, region, context, Date.now());
      look();
    });
  }
  const timer = setInterval(look, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      ended = true;
      live = undefined;
      context.live?.end();
      look();
    },
  };
}
