// A host that samples and adds in turns through the library, and says what it was answered, one line each.
import { openPopulation } from '../../dist/index.js';

const [dir, codePath, name, times] = process.argv.slice(2);
const population = openPopulation(dir, { islands: 4, islandCapacity: 25, migrationInterval: 7 });
for (let nth = 0; nth < Number(times); nth++) {
  const { parent, sample } = population.sample();
  const score = ((nth * 7919 + name.length * 104729) % 1009) / 1009;
  const { id, generation } = population.add({
    codePath,
    targetCode: `${name} ${nth}`,
    parentId: parent.id,
    metrics: { score },
    changes: `${name} ${nth}`,
  });
  process.stdout.write(`${JSON.stringify({ id, generation, sample, score, changes: `${name} ${nth}` })}\n`);
}
population.close();
