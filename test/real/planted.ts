import { join } from 'node:path';
import { LIBRARIES, type LibraryName } from './libraries.ts';

/** What the model answers about one function of a library: one version helps, the others don't. */
export interface Planted {
  readonly library: LibraryName;
  readonly program: string;
  readonly path: string;
  readonly symbol: string;
  readonly lines: readonly [number, number];
  /** Its own tests, as its users run them. */
  readonly test: string;
  /** Prints a cost that is the same on every machine. */
  readonly fitness: string;
  readonly beside: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** Another text with the same cost. */
  readonly useless: (code: string) => string;
  /** Costs least and fails the library's tests. */
  readonly broken: (code: string) => string;
  readonly otherSignature: (code: string) => string;
  readonly better: string;
  /** A line that the better version needs at the top, and the line that the model puts it before. */
  readonly imports?: readonly [line: string, before: string];
  /** A line that the better version no longer needs. */
  readonly drops?: string;
  /** What the model changes beside the function, which is not asked for. */
  readonly elsewhere: readonly [before: string, after: string];
}

const schemas: Planted = {
  library: 'merge-json-schemas',
  program: 'node',
  path: 'lib/resolvers.js',
  symbol: 'arraysUnion',
  lines: [43, 55],
  test: `node -e "for (const name of fs.readdirSync('test')) require('./test/' + name)"`,
  fitness: 'node cost.js',
  beside: {
    'cost.js': `// How many elements are looked at to join two lists.
let looked = 0
const counted = (holder, name, cost) => {
  const original = holder[name]
  holder[name] = function (...args) {
    looked += cost(this)
    return original.apply(this, args)
  }
}
const { mergeSchemas } = require('.')
for (const name of ['includes', 'indexOf']) counted(Array.prototype, name, (list) => list.length)
for (const name of ['add', 'has']) counted(Set.prototype, name, () => 1)
const names = (from) => Array.from({ length: 100 }, (_, i) => 'name' + (from + i))
mergeSchemas([{ required: names(0) }, { required: names(50) }])
console.log(looked)
`,
  },
  flags: ['--input', 'node_modules'],
  useless: (code) => code.replaceAll('union', 'joined'),
  broken: (code) => code.replace('!union.includes(value)', 'value'),
  otherSignature: (code) => code.replaceAll('values', 'lists'),
  better: `function arraysUnion (keyword, values, mergedSchema) {
  const union = new Set()

  for (const array of values) {
    for (const value of array) {
      union.add(value)
    }
  }

  mergedSchema[keyword] = [...union]
}`,
  elsewhere: ['function skip () {}', 'function skip () { return undefined }'],
};

const isodate: Planted = {
  library: 'isodate',
  program: 'python3',
  path: 'isodate/duration.py',
  symbol: 'max_days_in_month',
  lines: [54, 64],
  test: `PYTHONPATH='${join(LIBRARIES, 'six')}' python3 -m unittest discover -s isodate/tests -t .`,
  fitness: `PYTHONPATH='${join(LIBRARIES, 'six')}' python3 cost.py`,
  beside: {
    'cost.py': `# How many lines of the library are run to add months to a date.
import sys
from datetime import date
from isodate import Duration

lines = 0


def count(frame, event, arg):
    global lines
    if '/isodate/' not in frame.f_code.co_filename:
        return None
    lines += event == 'line'
    return count


sys.settrace(count)
for months in range(48):
    date(2019, 1, 28) + Duration(months=months)
sys.settrace(None)
print(lines)
`,
  },
  flags: ['--allow-read', `gates:${join(LIBRARIES, 'six')}`, '--allow-read', `fitness:${join(LIBRARIES, 'six')}`],
  useless: (code) => code.replace('(4, 6, 9, 11)', '(11, 9, 6, 4)'),
  broken: (code) => code.replace("'''\n    if", "'''\n    return 31\n    if"),
  otherSignature: (code) => code.replace('(year, month)', '(year, month=1)'),
  better: `def max_days_in_month(year, month):
    '''
    Determines the number of days of a specific month in a specific year.
    '''
    return monthrange(int(year), int(month))[1]`,
  imports: ['from calendar import monthrange', 'from datetime import timedelta'],
  elsewhere: ['A divmod function with boundaries.', 'Divides within boundaries.'],
};

const version: Planted = {
  library: 'go-version',
  program: 'go',
  path: 'version.go',
  symbol: 'Version.String',
  lines: [369, 386],
  test: `GOCACHE='${join(LIBRARIES, 'go-cache')}' GOPROXY=off go test ./...`,
  fitness: `GOCACHE='${join(LIBRARIES, 'go-cache')}' GOPROXY=off go run ./cost`,
  beside: {
    'cost/main.go': `// How many allocations it takes to write a version.
package main

import (
	"fmt"
	"testing"

	version "github.com/hashicorp/go-version"
)

func main() {
	v := version.Must(version.NewVersion("1.2.3-beta.4+build.5"))
	fmt.Println(testing.AllocsPerRun(100, func() { _ = v.String() }))
}
`,
  },
  flags: ['--allow-write', join(LIBRARIES, 'go-cache')],
  useless: (code) => code.replaceAll('fmtParts', 'parts'),
  broken: (code) => code.replace('{\n', '{\n\tif v.original != "" {\n\t\treturn v.original\n\t}\n'),
  otherSignature: (code) => code.replace('(v *Version)', '(v Version)'),
  better: `func (v *Version) String() string {
	var buf strings.Builder
	for i, s := range v.segments {
		if i > 0 {
			buf.WriteByte('.')
		}
		buf.WriteString(strconv.FormatInt(s, 10))
	}
	if v.pre != "" {
		buf.WriteByte('-')
		buf.WriteString(v.pre)
	}
	if v.metadata != "" {
		buf.WriteByte('+')
		buf.WriteString(v.metadata)
	}
	return buf.String()
}`,
  drops: '\t"bytes"',
  elsewhere: ['return v.original\n', 'return "" + v.original\n'],
};

export const PLANTED: readonly Planted[] = [schemas, isodate, version];
