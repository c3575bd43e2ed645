import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPages, ownPages } from './own-page.ts';
import { UserError } from './user-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-page-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ours = (name: string, values = {}) => `our ${name} ${JSON.stringify(values)}`;
const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
const PAGES = { scan: [], brief: ['width'] };

describe('pages of the user’s own', () => {
  it('take the place of ours, with the same values, and may leave them out', () => {
    write('brief.md', 'Write {{width}} of them.');
    write('scan.md', 'Just look.');
    const page = ownPages(ours, folder);
    expect(page('brief', { width: '3' })).toBe('Write 3 of them.');
    expect(page('scan', { left: 'out' })).toBe('Just look.');
    expect(page('audit')).toBe('our audit {}');
  });

  it('are ours without a folder', () => {
    expect(ownPages(ours, undefined)('brief', { width: '3' })).toBe('our brief {"width":"3"}');
    expect(ownPages(ours, join(folder, 'none'))('scan')).toBe('our scan {}');
  });

  it('are fine where there are none', () => {
    expect(() => checkPages(join(folder, 'none'), PAGES)).not.toThrow();
    write('brief.md', '{{#width}}\n{{width}}\n{{/width}}\n');
    write('notes.txt', '{{anything}}');
    expect(() => checkPages(folder, PAGES)).not.toThrow();
  });

  it.each<[what: string, file: string, text: string | Buffer, said: RegExp]>([
    ['has a place for nothing', 'scan.md', 'Look at {{files}}.', /scan\.md has \{\{files\}\}.* This prompt has none/],
    ['has an unknown place', 'brief.md', '{{width}} {{depth}}', /\{\{depth\}\}.* It may have: \{\{width\}\}/],
    ['has a section without an end', 'brief.md', '{{#width}} on', /brief\.md: \{\{#width\}\} without an end/],
    ['replaces nothing', 'scam.md', 'hello', /scam\.md replaces no prompt.* There are: scan, brief/],
    ['is empty', 'scan.md', ' \n', /is empty/],
    ['is no text', 'scan.md', Buffer.from([0xff, 0xfe, 0x41]), /can't be read as text/],
    ['is too long', 'scan.md', 'x'.repeat(20_000), /20000 bytes/],
  ])('are refused where one %s', (_, file, text, said) => {
    write(file, text);
    expect(() => checkPages(folder, PAGES)).toThrow(UserError);
    expect(() => checkPages(folder, PAGES)).toThrow(said);
  });

  it('are refused where one is a folder', () => {
    mkdirSync(join(folder, 'scan.md'));
    expect(() => checkPages(folder, PAGES)).toThrow(/is no file/);
  });
});
