import type { Rng } from '../../domain/rng.ts';
import { type Declaration, resolve } from './names.ts';
import { lineOf, meansSame, type Program, shortened, textOf } from './program.ts';
import {
  bare,
  CONDITION,
  calledName,
  choicesOf,
  classOf,
  operandsOf,
  operatorOf,
  rivalsOf,
  type Sites,
} from './sites.ts';
import type { TextEdit } from './splice.ts';
import { BOUNDS, LOPSIDED } from './table.ts';
import { inside, type SyntaxNode } from './tree.ts';
import { fits, typeOf } from './types.ts';

/** Makes an edit at a place that was drawn; undefined when none fits there. */
export type Editor = (program: Program, site: SyntaxNode, random: Rng, sites: Sites) => TextEdit | undefined;

export const pick = <Value>(values: readonly Value[], random: Rng): Value | undefined =>
  values[random.int(values.length)];

export function replaced(program: Program, node: SyntaxNode, text: string): TextEdit | undefined {
  const before = textOf(program, node);
  if (before === text) return undefined;
  const summary = `line ${lineOf(program, node.start)}: ${shortened(before)} → ${shortened(text)}`;
  return { splices: [{ start: node.start, end: node.end, text }], summary };
}

export const replaceOperator: Editor = (program, token, random) => {
  const options = (boundsLoop(program, token) ? BOUNDS : program.table.operators)[token.type] ?? [];
  const text = pick(options, random);
  return text === undefined ? undefined : replaced(program, token, text);
};

/** Whether the operator or comparison decides if a loop goes on. */
function boundsLoop({ table }: Program, node: SyntaxNode): boolean {
  let at: SyntaxNode | undefined = node.named ? node : node.parent;
  while (
    at?.parent !== undefined &&
    (table.binary.has(at.parent.type) || at.parent.type === 'parenthesized_expression')
  )
    at = at.parent;
  const up = at?.parent;
  return up !== undefined && (table.loops.has(up.type) || up.type === 'for_clause');
}

export const replaceCall: Editor = (program, call, random) => {
  const called = calledName(program, call);
  const other = called && pick(rivalsOf(called[0]), random);
  return called && other ? replaced(program, called[1], other) : undefined;
};

export const negate: Editor = (program, condition) => {
  const text = textOf(program, condition);
  if (isNot(condition)) return replaced(program, condition, textOf(program, inside(condition).at(-1) ?? condition));
  const inner = condition.children.length > 1 && !program.table.calls.has(condition.type) ? `(${text})` : text;
  return replaced(program, condition, `${program.table.style === 'suite' ? 'not ' : '!'}${inner}`);
};

const isNot = (node: SyntaxNode): boolean => node.children[0]?.type === '!' || node.type === 'not_operator';

export const dropSide: Editor = (program, logical, random) => {
  const side = pick(operandsOf(logical) ?? [], random);
  return side && replaced(program, logical, textOf(program, side));
};

export const swapOperands: Editor = (program, binary) => {
  const sides = operandsOf(binary);
  if (sides === undefined || !LOPSIDED.has(operatorOf(binary)) || boundsLoop(program, binary)) return undefined;
  const [left, right] = sides;
  const [before, after] = [textOf(program, left), textOf(program, right)];
  if (before === after) return undefined;
  const moved = program.table.binary.has(left.type) ? `(${before})` : before;
  return {
    splices: [
      { start: left.start, end: left.end, text: after },
      { start: right.start, end: right.end, text: moved },
    ],
    summary: `line ${lineOf(program, binary.start)}: ${shortened(before)} ⇄ ${shortened(after)}`,
  };
};

const FLIPPED: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };

export const replaceConstant: Editor = (program, constant, random) => {
  const text = textOf(program, constant);
  const flipped = FLIPPED[text];
  if (flipped !== undefined) return replaced(program, constant, flipped);
  // Other bases are masks and codes; a sign of its own is part of C's numbers.
  const written = /^(-?)(\d+)(\.\d+)?(_?[a-zA-Z]\w*)?$/.exec(text);
  if (written === null || /^0[\dxXbBoO]/.test(text) || /^[eE]/.test(written[4] ?? '')) return undefined;
  const [value, isWhole, tail] = [
    Number((written[2] ?? '') + (written[3] ?? '')),
    written[3] === undefined,
    written[4] ?? '',
  ];
  const half = isWhole ? Math.floor(value / 2) : value / 2;
  const options = [value + 1, value - 1, value * 2, half, 0, 1].filter(
    (next) => next !== value && next >= 0 && next <= Number.MAX_SAFE_INTEGER && !(next === 0 && divides(constant)),
  );
  const next = pick(options, random);
  if (next === undefined) return undefined;
  const plain = String(Number(next.toPrecision(12)));
  return replaced(program, constant, `${written[1]}${isWhole || plain.includes('.') ? plain : `${plain}.0`}${tail}`);
};

const divides = ({ parent, field, index }: SyntaxNode): boolean =>
  (field === 'right' || index > 1) && /^(?:\/\/?|%)=?$/.test((parent && operatorOf(parent)) ?? '');

export const replaceVariable: Editor = (program, variable, random) => {
  const { table, names } = program;
  const own = textOf(program, variable);
  const meant = resolve(names, table, own, variable, variable.start);
  const type = typeOf(program, variable);
  const others = [...names.declared.values()].flat().filter((other) => {
    if (!other.variable || other.name === own || other.scope.parent === undefined) return false;
    if (other.home !== meant?.home || resolve(names, table, other.name, variable, variable.start) !== other)
      return false;
    const there = typeOf(program, other.node);
    if (meant && isWhole(program, other) !== isWhole(program, meant)) return false;
    return table.typed
      ? fits(program, type, there)
      : type === undefined || there === undefined || fits(program, type, there);
  });
  const other = pick(others, random);
  return other && replaced(program, variable, other.name);
};

/** Whether a name is asked for parts, gone through or called: no place for a number. */
const isWhole = ({ names }: Program, { name, scope }: Declaration): boolean =>
  (names.uses.get(name) ?? []).some(
    ({ field, parent, index, start, end }) =>
      scope.start <= start &&
      end <= scope.end &&
      (field === 'function' || PARTS.has(parent?.type ?? '')
        ? index === 0
        : /^for/.test(parent?.type ?? '') && field === 'right'),
  );

const PARTS = new Set(
  'member_expression subscript_expression attribute subscript index_expression field_expression array_access'.split(
    ' ',
  ),
);

export const reduce: Editor = (program, compound, random) => {
  const choices = choicesOf(program, compound);
  const type = typeOf(program, compound);
  const fitting = program.table.typed
    ? choices.filter(
        (choice) => type === undefined || fits(program, type, typeOf(program, choice)) || isNumber(program, choice),
      )
    : choices;
  const choice = pick(fitting, random);
  return choice && replaced(program, compound, textOf(program, choice));
};

const isNumber = ({ table }: Program, node: SyntaxNode): boolean => table.numbers.has(bare(node).type);

// Most donors are of other functions, whose names mean nothing here.
const TRIES = 30;

/** Another expression of the file that means something where it is put. */
export function donor(
  program: Program,
  kind: string,
  within: SyntaxNode,
  at: number,
  random: Rng,
  sites: Sites,
): SyntaxNode | undefined {
  const all = sites.donors.get(kind) ?? [];
  for (let i = 0; i < Math.min(TRIES, all.length * 2); i++) {
    const found = pick(all, random);
    if (found !== undefined && meansSame(program, found, within, at)) return found;
  }
  return undefined;
}

export const replaceExpression: Editor = (program, site, random, sites) => {
  const kind = classOf(program, site);
  const other = kind && donor(program, kind, site, site.start, random, sites);
  if (!other || !kind || boundsLoop(program, site)) return undefined;
  if (program.table.typed && kind !== CONDITION && !kind.startsWith('call') && !kind.startsWith('element')) {
    if (!fits(program, typeOf(program, site), typeOf(program, other))) return undefined;
  }
  const text = textOf(program, other);
  if (text === textOf(program, site)) return undefined;
  const { binary, unary } = program.table;
  const up = site.parent?.type ?? '';
  const loose = binary.has(other.type) && (binary.has(up) || unary.has(up) || up.includes('cast'));
  return replaced(program, site, loose ? `(${text})` : text);
};
