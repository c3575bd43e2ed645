import type { Event } from '../../domain/event.ts';
import type { ExperimentEvent } from '../../domain/experiment.ts';
import { plain } from '../../lib/width.ts';

export const infraText = ({ reason, breaking }: Extract<Event, { type: 'infra' }>): string =>
  `${breaking === true ? 'a new epoch begins' : 'infra'}: ${plain(reason)}`;

/** What happened to an experiment, in a line of the log. */
export function experimentEvent(event: ExperimentEvent): string {
  switch (event.type) {
    case 'leased':
      return `${event.experiment} has a workspace: ${plain(event.place.where)}`;
    case 'released':
      return `${event.experiment} gave its workspace back`;
    case 'concluded':
      return `${event.experiment} attempt ${event.attempt} ${event.end.outcome}${because(event.end.reason)}`;
    case 'abort-requested':
      return `${event.experiment} attempt ${event.attempt} is to end`;
    case 'retried':
      return `${event.experiment} is tried again: ${plain(event.reason)}`;
    case 'discarded':
      return `${event.experiment} discarded: ${plain(event.reason)}`;
    case 'pruned':
      return `${event.experiment} pruned as ${event.kind}: ${plain(event.reason)}`;
    case 'restored':
      return `${event.experiment} restored`;
    case 'tagged':
      return `${event.experiment} tagged: ${event.tags.map(plain).join(', ')}`;
    case 'gated':
      return `${event.experiment} got the gate ${plain(event.gate.name)}: ${plain(event.gate.command)}`;
    case 'ungated':
      return `${event.experiment} lost the gate ${plain(event.name)}`;
    case 'annotated':
      return `${event.experiment}${event.task === undefined ? '' : ` ${plain(event.task)}`} annotated: ${plain(event.text)}`;
    case 'observed':
      return `${event.kind}: ${plain(event.text)}`;
    case 'noted':
      return `noted${event.experiment === undefined ? '' : ` of ${event.experiment}`}: ${plain(event.text)}`;
    case 'directed':
      return `directive ${event.directive}: ${plain(event.text)}`;
    case 'acknowledged':
      return `directive ${event.directive} acknowledged by ${plain(event.by)}${event.experiment === undefined ? '' : ` for ${event.experiment}`}`;
  }
}

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${plain(reason)}`);
