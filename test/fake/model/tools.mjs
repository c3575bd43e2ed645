// How to edit a file and run a command with the tools that an agent offers. They are told apart by their parameters.

/** The calls that make one edit, each in a turn of its own. */
export function editCalls({ tools, parameters }, { path, find, replace }) {
  const has = (tool, ...names) => tools.includes(tool) && names.every((name) => parameters[tool]?.includes(name));
  const strings = { old_string: find, new_string: replace };
  // claude refuses to edit what it has not read.
  if (has('Edit', 'file_path', 'old_string'))
    return [
      { name: 'Read', args: { file_path: path } },
      { name: 'Edit', args: { file_path: path, ...strings } },
    ];
  if (has('replace', 'file_path', 'old_string'))
    return [
      {
        name: 'replace',
        args: { file_path: path, instruction: `Change ${path}`, ...strings },
      },
    ];
  // opencode
  if (has('edit', 'filePath'))
    return [
      { name: 'read', args: { filePath: path } },
      { name: 'edit', args: { filePath: path, oldString: find, newString: replace } },
    ];
  // pi
  if (has('edit', 'path', 'edits'))
    return [{ name: 'edit', args: { path, edits: [{ oldText: find, newText: replace }] } }];
  if (has('edit', 'path', 'oldText')) return [{ name: 'edit', args: { path, oldText: find, newText: replace } }];
  // codex, for a model that it knows
  if (tools.includes('apply_patch') && parameters.apply_patch === null)
    return [{ name: 'apply_patch', args: patchOf({ path, find, replace }) }];
  if (tools.includes('write_file')) return [{ name: 'write_file', args: { file_path: path, content: `${replace}\n` } }];
  return [shellCall({ tools, parameters }, sedOf({ path, find, replace }))];
}

const SHELLS = {
  Bash: (command) => ({ command, description: 'Run a command' }),
  bash: (command) => ({ command, description: 'Run a command' }),
  run_shell_command: (command) => ({ command, description: 'Run a command' }),
  exec_command: (cmd) => ({ cmd }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['sh', '-c', command] }),
};

export function shellCall({ tools, parameters }, command) {
  const name = Object.keys(SHELLS).find((one) => tools.includes(one));
  if (name === undefined) return anyCall({ tools, parameters });
  const args = SHELLS[name](command);
  const known = parameters[name] ?? [];
  return { name, args: Object.fromEntries(Object.entries(args).filter(([key]) => known.includes(key))) };
}

/** Without a shell: a tool that only looks. */
function anyCall({ tools }) {
  const name = tools.find((one) => /^(read|read_file|list_directory|ls|glob)$/i.test(one)) ?? tools[0];
  return { name, args: { path: '.', file_path: '.', filePath: '.', dir_path: '.', pattern: '*' } };
}

const signed = (sign, text) => text.split('\n').map((line) => `${sign}${line}`);

const patchOf = ({ path, find, replace }) =>
  [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...signed('-', find),
    ...signed('+', replace),
    '*** End Patch',
  ].join('\n');

function sedOf({ path, find, replace }) {
  if (find.includes('\n') || replace.includes('\n')) throw new Error('a shell edits one line only');
  const pattern = find.replace(/[\\/.*[\]^$]/g, '\\$&');
  const text = replace.replace(/[\\/&]/g, '\\$&');
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  return `sed -i ${quoted(`s/^${pattern}$/${text}/`)} ${quoted(path)}`;
}
