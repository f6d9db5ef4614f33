import { type ESTree, parseSync, Visitor } from 'vite';

/** One small fault in a file: the text from `start` to `end` becomes `replacement`. */
export interface Mutation {
  start: number;
  end: number;
  original: string;
  replacement: string;
  /** The changed line, counted from 1. */
  line: number;
}

const otherOperators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Every possible mutation of a TypeScript file, in the order of the text. */
export function mutationsOf(source: string, file: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  /** Positions of literal types, which have no effect at run time. */
  const types = new Set<number>();

  function replace({ start, end }: ESTree.Span, replacement: string): void {
    const line = source.slice(0, start).split('\n').length;
    found.push({ start, end, original: source.slice(start, end), replacement, line });
  }

  function swapOperator(node: ESTree.BinaryExpression | ESTree.LogicalExpression): void {
    const other = otherOperators[node.operator];
    if (!other || joinsText(node)) return;
    const between = withoutComments(source.slice(node.left.end, node.right.start));
    const start = node.left.end + between.indexOf(node.operator);
    replace({ start, end: start + node.operator.length }, other);
  }

  function negate(test: ESTree.Expression): void {
    replace(test, `!(${source.slice(test.start, test.end)})`);
  }

  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, source.slice(node.argument.start, node.argument.end));
    },
    IfStatement(node) {
      negate(node.test);
    },
    ConditionalExpression(node) {
      negate(node.test);
    },
    TSLiteralType(node) {
      types.add(node.literal.start);
    },
    Literal(node) {
      if (types.has(node.start)) return;
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
      if (typeof node.value === 'number') replace(node, String(node.value + 1));
    },
    // A removed call or assignment.
    ExpressionStatement(node) {
      if (!('directive' in node) || !node.directive) replace(node, ';');
    },
    ThrowStatement(node) {
      replace(node, ';');
    },
    CallExpression(node) {
      const { callee } = node;
      const isFilter =
        callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'filter';
      if (isFilter) replace(node, source.slice(callee.object.start, callee.object.end));
    },
  }).visit(program);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Comments become spaces, so that positions stay the same. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length));
}

/** Concatenation of text by `+` has no meaningful alternative. */
function joinsText({ left, right, operator }: ESTree.BinaryExpression | ESTree.LogicalExpression): boolean {
  const isText = ({ type, ...node }: { type: string; value?: unknown }) =>
    type === 'TemplateLiteral' || typeof node.value === 'string';
  return operator === '+' && (isText(left) || isText(right));
}

export function applyMutation(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** `count` of `items`, evenly spread; another `seed` gives others. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const step = Math.max(1, items.length / count);
  const length = Math.min(count, items.length);
  return Array.from({ length }, (_, index) => Math.floor(index * step + seed) % items.length)
    .map((index) => items[index])
    .filter((item) => item !== undefined);
}
