import { type ESTree, parseSync, Visitor } from 'vite';

/** One small fault in a file: the text from `start` to `end` becomes `replacement`. */
export interface Mutation {
  start: number;
  end: number;
  replacement: string;
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
  const textOf = ({ start, end }: ESTree.Span) => source.slice(start, end);
  const replace = ({ start, end }: ESTree.Span, replacement: string) =>
    void found.push({ start, end, replacement });
  const negate = ({ test }: { test: ESTree.Expression }) => replace(test, `!(${textOf(test)})`);
  function swapOperator({ left, right, operator }: ESTree.BinaryExpression | ESTree.LogicalExpression): void {
    const start = source.indexOf(operator, left.end);
    const other = otherOperators[operator];
    if (other && start < right.start) replace({ start, end: start + operator.length }, other);
  }
  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    IfStatement: negate,
    ConditionalExpression: negate,
    UnaryExpression(node) {
      if (node.operator === '!') replace(node, textOf(node.argument));
    },
    TSLiteralType({ literal }) {
      types.add(literal.start);
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
      const isMethod = callee.type === 'MemberExpression' && !callee.computed;
      if (isMethod && callee.property.name === 'filter') replace(node, textOf(callee.object));
    },
  }).visit(program);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

export function applyMutation(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end);
}
