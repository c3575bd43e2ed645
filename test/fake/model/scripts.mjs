// What a scripted model says: ready-made conversations that work with the tools of every agent.
import { editCalls, shellCall } from './tools.mjs';

const SUMMARY = 'Changed what was asked for.';

/** Calls the tools of a plan one by one, then says the last words. What has no tools is a side question, like a title. */
const conversation =
  (plan, { summary = SUMMARY, last = { text: summary } } = {}) =>
  (call) => {
    if (call.tools.length === 0) return { text: 'A title' };
    const next = plan(call)[call.step];
    return next === undefined ? last : { toolCalls: [next] };
  };

const endingOf = ({ summary, last }) => ({
  ...(summary === undefined ? {} : { summary }),
  ...(last === undefined ? {} : { last }),
});

export const edits = (changes, ending) =>
  conversation((call) => changes.flatMap((change) => editCalls(call, change)), ending);

export const edit = (change) => edits([change], endingOf(change));

export const outside = ({ also, ...change }) => edits([change, also], endingOf(change));

export const daemon = ({ seconds, ...change }) =>
  conversation(
    (call) => [
      shellCall(call, `setsid sleep ${seconds} >/dev/null 2>&1 </dev/null & echo started`),
      ...editCalls(call, change),
    ],
    endingOf(change),
  );

export const forever = () => (call) =>
  call.tools.length === 0 ? { text: 'A title' } : { toolCalls: [shellCall(call, `echo ${call.step}`)] };

export const answer =
  (...texts) =>
  ({ number }) => ({ text: texts[Math.min(number, texts.length) - 1] ?? '' });

export const refuse = (text = 'I cannot help with that.') => always({ text, stop: 'refusal' });

export const faults = (first, then) => (call) => first[call.number - 1] ?? then(call);

export const always = (reply) => () => reply;

const SCRIPTS = {
  edit,
  edits: (both) => edits(both.changes, endingOf(both)),
  outside,
  daemon,
  forever,
  answer: (texts) => answer(...[texts].flat()),
  refuse,
  faults: ([first, then]) => faults(first, scriptOf(then)),
  always,
};

export function scriptOf(data) {
  const [name, value] = Object.entries(data)[0] ?? [];
  const make = SCRIPTS[name];
  if (make === undefined) throw new Error(`no script "${name}"; there are ${Object.keys(SCRIPTS).join(', ')}`);
  return make(value);
}
