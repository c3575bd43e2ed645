import { expect, it } from 'vitest';
import { statOf } from './stat.ts';

it('counts what is added and removed in each file, and takes nothing else for it', () => {
  const patch = `diff --git a/bench.js b/bench.js
index 1..2 100644
--- a/bench.js
+++ b/bench.js
@@ -1,2 +1,3 @@
-a
--- b
+c
+++ d
+e
diff --git a/x b.bin b/x b.bin
new file mode 100644
Binary files /dev/null and b/x b.bin differ
`;
  expect(statOf(patch)).toEqual([
    { path: 'bench.js', added: 3, removed: 2 },
    { path: 'x b.bin', added: 0, removed: 0 },
  ]);
  expect(statOf('')).toEqual([]);
});
