import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, manifest, worldOf } from '../site.fixture.ts';

describe('bug hunt', () => {
  it('finds risky places by syntax, one finding for each kind and file', async () => {
    const world = worldOf({
      ...CLEAN,
      'src/a.js': 'try {\n  f();\n} catch {}\ntry {\n  g();\n} catch {}\nif (x === NaN) h();\n',
      'test/b.test.js': 'try {\n  f();\n} catch {}\n',
    });
    expect((await world.generate('bug-hunt')).titles).toEqual([
      'Mend comparisons with NaN in src/a.js',
      'Handle the errors that are swallowed in src/a.js',
    ]);
    expect(entriesOf(world)[1]).toMatchObject({ type: 'bug', severity: 'medium', evidence: 'src/a.js:3' });
    expect(entriesOf(world)[1]?.description).toContain('src/a.js:3 (catch {}), src/a.js:6 (catch {})');
  });

  it('finds what documents promise and is not there', async () => {
    const world = worldOf({
      ...CLEAN,
      Makefile: 'all: build\nbuild:\n\ttrue\n',
      'README.md': [
        'See [the guide](docs/guide.md), [the map](docs/map.md#top), [the site](https://example.org/x.md) and `npm run missing`.',
        '',
        '```sh',
        'npm run lint -- --fix',
        '$ make deploy',
        'sums --round --colour 1 2   # 3',
        'npm install --global sums',
        '```',
        '',
        '```js',
        'npm run nothing',
        '```',
        '',
      ].join('\n'),
    });
    expect((await world.generate('bug-hunt')).titles).toEqual(['Make README.md true']);
    expect(entriesOf(world)[0]?.description).toBe(
      'README.md names what does not exist: the script missing (README.md:1), the target deploy (README.md:5), the option --colour (README.md:6), the file docs/map.md (README.md:1). Mend the document, or bring back what it promises.',
    );
  });

  it('says why dependencies are not looked at where there is no network', async () => {
    const world = worldOf({ ...CLEAN, ...manifest({ dependencies: { left: '1.0.0' } }), 'package-lock.json': lock });
    const { titles, skipped } = await world.generate('bug-hunt');
    expect(titles).toEqual([]);
    expect(skipped.filter((one) => one.startsWith('dependencies: npm audit got no answer'))).toHaveLength(1);
    const go = worldOf({ ...without('package.json'), 'go.mod': 'module x\n' });
    expect((await go.generate('bug-hunt')).skipped[0]).toBe(
      "dependencies: those of go.mod are not looked at, only npm's are",
    );
  });

  it('finds vulnerable and outdated dependencies as the registry tells', async () => {
    const audit = {
      vulnerabilities: {
        left: { via: [{ title: 'Bad', url: 'https://x', range: '<2', cvss: { score: 9.8 } }] },
        mild: { via: [{ title: 'Meh', cvss: { score: 4 } }] },
        through: { via: ['left'] },
      },
    };
    const outdated = { left: { current: '1.2.0', latest: '4.0.1' }, near: { current: '1.0.0', latest: '2.0.0' } };
    const world = worldOf(
      { ...CLEAN, ...manifest({ dependencies: { left: '1.0.0' } }), 'package-lock.json': lock },
      {
        programs: {
          npm: `#!/bin/sh\nif [ "$1" = audit ]; then echo '${JSON.stringify(audit)}'; else echo '${JSON.stringify(outdated)}'; fi\nexit 1\n`,
        },
      },
    );
    expect((await world.generate('bug-hunt')).titles).toEqual([
      'Update left, which has a known vulnerability',
      'Update left, which is majors behind',
    ]);
    expect(entriesOf(world)[0]?.description).toContain('Bad (CVSS 9.8)');
  });

  it('asks an agent where nothing else was found, and believes what it can prove', async () => {
    const seen = (title: string, quote: string, path = 'src/sum.js') => ({
      title,
      path,
      quote,
      severity: 'high',
      description: 'On empty input.',
    });
    const says = {
      findings: [
        seen('Round each number before adding', 'return round ? Math.round(total) : total;'),
        seen('Made up', 'return nothing like it;'),
        seen('Elsewhere', 'x', 'src/none.js'),
      ],
    };
    const again = {
      findings: [seen('Round every number before adding them', 'return round ? Math.round(total) : total;')],
    };
    const world = worldOf(CLEAN, { says: [says, again] });
    expect((await world.generate('bug-hunt')).titles).toEqual(['Round each number before adding']);
    expect(entriesOf(world)[0]).toMatchObject({ severity: 'high', evidence: 'src/sum.js:7', type: 'bug' });
    expect(world.asked[0]).toContain('### src/sum.js');
    expect((await world.generate('bug-hunt', 2)).titles).toEqual([]);
    expect(world.asked).toHaveLength(1);
    world.commit({ 'docs/more.md': '# More\n' }, 'More', 1);
    expect((await world.generate('bug-hunt', 3)).titles).toEqual([]);
    expect(world.asked[1]).toContain('- Round each number before adding');
  });

  it('spares the agent where something was found', async () => {
    const world = worldOf({ ...CLEAN, 'src/a.js': 'if (x === NaN) h();\n' }, { says: [{ findings: [] }] });
    await world.generate('bug-hunt');
    expect(world.asked).toEqual([]);
  });

  it('says why no agent looks', async () => {
    const { skipped } = await worldOf(CLEAN).generate('bug-hunt');
    expect(skipped).toEqual(["an agent's look: there is no agent: name one with --agent"]);
  });
});

const without = (...paths: readonly string[]) =>
  Object.fromEntries(Object.entries(CLEAN).filter(([path]) => !paths.includes(path)));

const lock = JSON.stringify({
  name: 'sums',
  lockfileVersion: 3,
  packages: { '': { dependencies: { left: '1.0.0' } }, 'node_modules/left': { version: '1.0.0' } },
});
