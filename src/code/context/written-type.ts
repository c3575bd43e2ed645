import { ancestorsOf, inside, part, type SyntaxNode } from '../syntax/tree.ts';
import type { Text } from './binding.ts';
import { textIn } from './tree-words.ts';

const AROUND =
  /^(type|type_annotation|reference_type|pointer_type|parenthesized_type|dynamic_type|abstract_type|readonly_type|constrained_type|union_type|intersection_type|binary_operator|type_descriptor|constrained|splat_type|opting_type_annotation|flow_maybe_type)$/;
const GENERIC = /^(generic_type|template_type|subscript)$/;
const SKIPPED = /^(lifetime|mutable_specifier|none|predefined_type|literal_type|type_qualifier)$/;

/** What holds a value of another type and is mostly used as if it were that. */
const HOLDERS =
  /^(Optional|Option|Result|Box|Rc|Arc|RefCell|Cell|Mutex|RwLock|Cow|Pin|Ref|RefMut|MutexGuard|unique_ptr|shared_ptr|Promise|Awaitable|Type|type|Annotated|ClassVar|Final|Readonly|Partial|Required|NonNullable|CompletableFuture|Vec|Iterator)$/;

/** The names that a written type may mean, the outermost first: nodes, or words where it is written as a string. */
export function headsOf(type: SyntaxNode, text: Text): readonly (SyntaxNode | string)[] {
  if (AROUND.test(type.type)) return usual(type).flatMap((one) => headsOf(one, text));
  if (GENERIC.test(type.type)) {
    const head = headIn(type);
    if (head === undefined) return [];
    const isHolder = HOLDERS.test(textIn(text, head).split(/[.:]+/).at(-1) ?? '');
    const first = isHolder ? argumentsIn(type)[0] : undefined;
    return [head, ...(first === undefined ? [] : headsOf(first, text))];
  }
  if (type.type === 'string') {
    const word = /^['"]+\s*([\w.]+)/.exec(textIn(text, type))?.[1];
    return word === undefined ? [] : [word];
  }
  if (type.type === 'type_identifier')
    return [type, ...boundsOf(type, text).flatMap((one) => (one.type === type.type ? [one] : headsOf(one, text)))];
  if (/_specifier$/.test(type.type)) return inside(type).filter(({ field }) => field === 'name');
  return [type];
}

const usual = (type: SyntaxNode): readonly SyntaxNode[] => inside(type).filter((one) => !SKIPPED.test(one.type));

const headIn = (type: SyntaxNode): SyntaxNode | undefined =>
  part(type, 'name') ?? part(type, 'type') ?? part(type, 'value') ?? inside(type)[0];

function argumentsIn(type: SyntaxNode): readonly SyntaxNode[] {
  const list = type.children.find(({ type: kind }) =>
    /^(type_arguments|type_parameter|template_argument_list)$/.test(kind),
  );
  if (list !== undefined) return usual(list);
  return type.children.filter(({ field }) => field === 'subscript');
}

/** What a list, an array or a map of this type has in it. */
export function elementIn(type: SyntaxNode, text: Text): SyntaxNode | undefined {
  const first = (nodes: readonly SyntaxNode[]) =>
    nodes.map((one) => elementIn(one, text)).find((one) => one !== undefined);
  if (AROUND.test(type.type)) return first(usual(type));
  if (GENERIC.test(type.type)) {
    const last = argumentsIn(type).at(-1);
    // `Item = Word` in Rust.
    return last?.type === 'type_binding' ? part(last, 'type') : last;
  }
  if (/^(array_type|slice_type|map_type)$/.test(type.type))
    return part(type, 'element') ?? part(type, 'value') ?? inside(type)[0];
  return type.type === 'type_identifier' ? first(boundsOf(type, text)) : undefined;
}

const PARAMETER = /^(type_parameter|constrained_type_parameter|where_predicate|type_parameter_declaration)$/;

/** What a type parameter must be, where this is the name of one: `T: Fragment`, `T extends Row`. */
function boundsOf(type: SyntaxNode, text: Text): readonly SyntaxNode[] {
  const name = textIn(text, type);
  for (const at of ancestorsOf(type)) {
    const lists = at.children.filter(({ type: kind }) =>
      /^(type_parameters|where_clause|type_parameter_list)$/.test(kind),
    );
    const found = lists.flatMap(inside).flatMap((one) => {
      const [first, ...others] = inside(one);
      if (!PARAMETER.test(one.type) || first === undefined || textIn(text, first) !== name) return [];
      return others.flatMap((other) => (BOUNDS.test(other.type) ? inside(other) : [other]));
    });
    if (found.length > 0) return found;
  }
  return [];
}

const BOUNDS = /^(trait_bounds|constraint|type_bound|type_constraint)$/;
