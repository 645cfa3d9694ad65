/** Small faults of a source file, of the kind that a tired person writes. */
import ts from 'typescript';

export interface Fault {
  line: number;
  /** What is done to it. */
  what: string;
  /** The place in the text, and what stands there instead. */
  from: number;
  to: number;
  instead: string;
}

const otherOperator: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
};

/** Every fault that the file can have, from its beginning to its end. */
export function faultsOf(path: string, text: string): Fault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const add = (node: ts.Node, what: string, instead: string): void => {
    const from = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(from).line + 1;
    faults.push({ line, what, from, to: node.getEnd(), instead });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = otherOperator[node.operatorToken.kind];
      const isText = [node.left, node.right].some(
        (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
      );
      const isSum = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
      if (operator !== undefined && !(isSum && isText))
        add(node.operatorToken, `${operator} for ${node.operatorToken.getText(file)}`, operator);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, 'a negation removed', node.operand.getText(file));
    } else if (ts.isNumericLiteral(node)) {
      const value = Number(node.text);
      if (Number.isSafeInteger(value)) add(node, `${value + 1} for ${node.text}`, String(value + 1));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      const other = node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true';
      add(node, `${other} for ${node.getText(file)}`, other);
    } else if (ts.isIfStatement(node) && node.elseStatement === undefined && leaves(node.thenStatement)) {
      add(node, `an early exit removed: ${shortened(node.getText(file))}`, '');
    } else if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression)) {
      add(node, `an awaited call removed: ${shortened(node.getText(file))}`, '');
    } else if (ts.isConditionalExpression(node)) {
      const { whenTrue, whenFalse } = node;
      const swapped = `(${whenFalse.getText(file)}) : (${whenTrue.getText(file)})`;
      faults.push({
        line: file.getLineAndCharacterOfPosition(whenTrue.getStart(file)).line + 1,
        what: 'the two outcomes of a condition exchanged',
        from: whenTrue.getStart(file),
        to: whenFalse.getEnd(),
        instead: swapped,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

export function withFault(text: string, { from, to, instead }: Fault): string {
  return text.slice(0, from) + instead + text.slice(to);
}

function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isContinueStatement(last) || ts.isThrowStatement(last))
  );
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
