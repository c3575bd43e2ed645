import { expect, it } from 'vitest';
import { render } from './template.ts';

it('puts values in as they are, and never looks into them', () => {
  expect(render('a {{x}} {{y}}', { x: '{{y}} $& \n\n\n\n', y: '$1' })).toBe('a {{y}} $& \n\n\n\n $1');
});

it('leaves out sections, and lines whose value is empty', () => {
  const template = 'top\n\n{{#a}}\nA {{a}} {{b}}\n{{/a}}\n\n{{b}}\n\nend\n';
  expect(render(template, { a: '', b: '' })).toBe('top\n\nend');
  expect(render(template, { a: '1', b: '' })).toBe('top\n\nA 1 \n\nend');
  expect(render(template, { a: '1', b: '2' })).toBe('top\n\nA 1 2\n\n2\n\nend');
});

it('lines with nothing but a tag vanish with their indentation', () => {
  const template = '{{#a}}\n\n- one\n  {{/a}}\n  {{#b}}\n- two\n  {{/b}}\n- three\n  - four\n';
  expect(render(template, { a: '1', b: '' })).toBe('- one\n- three\n  - four');
  expect(render(template, { a: '1', b: '1' })).toBe('- one\n- two\n- three\n  - four');
});

it.each([
  ['{{x}}', {}, 'there is no value for {{x}}'],
  ['{{#x}}{{y}}{{/x}}', { x: '' }, 'there is no value for {{y}}'],
  ['x', { x: '1' }, 'the template has no {{x}}'],
  ['{{#x}}', { x: '1' }, '{{#x}} without an end'],
  ['{{/x}}', { x: '1' }, '{{/x}} without a start'],
])('refuses %j with %j', (template, values, reason) => {
  expect(() => render(template, values)).toThrow(reason);
});
