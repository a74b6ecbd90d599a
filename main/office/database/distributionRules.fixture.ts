/**
 * Holds a statement to what Citus needs of it, by its parse tree. A statement that binds every distributed table to one store runs
 * on one node, and may be anything; every other one must join distributed tables on `store` and do without what cannot be pushed
 * down to the nodes.
 */
import { loadModule, parseSync } from 'libpg-query';
import { DISTRIBUTION_COLUMN, tableKinds } from './distribution.ts';

await loadModule();

// biome-ignore lint/suspicious/noExplicitAny: the tree of the parser has no useful types
type Tree = any;

/**
 * A row source of FROM. `store`: the node of its column `store`; null where it has none. `level`: the node of the same column as the
 * query knows it by its own conditions; a value that is bound inside or outside of it does not reach it.
 */
interface Relation {
  readonly alias: string;
  readonly kind: 'distributed' | 'reference' | 'local' | 'function' | 'query';
  readonly store: number | null;
  readonly level: number | null;
  /** Rows of it lie on many nodes. */
  readonly isSpread: boolean;
}
type Scope = readonly Relation[];
/** The result of a query: the node of its column `store`, and whether its rows lie on many nodes. */
type Output = Omit<Relation, 'alias' | 'kind' | 'level'> & {
  readonly position: readonly (number | null)[];
  /** A part that says MATERIALIZED: its author knows that its rows go over the coordinator. */
  readonly isCarried?: boolean;
};

/** Reasons for which Citus would refuse a statement, or answer it only over its coordinator; empty for a good statement. */
export function distributionFaults(text: string): readonly string[] {
  const statements: Tree[] = parseSync(text).stmts ?? [];
  if (statements.length !== 1) return [`${statements.length} statements in one text`];
  return new Statement().check(statements[0].stmt);
}

/** Sets of nodes that are the same: columns `store`, and values that these are compared with. */
class Nodes {
  readonly #parent: number[] = [];

  make(): number {
    return this.#parent.push(this.#parent.length) - 1;
  }
  root(node: number): number {
    let root = node;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    return root;
  }
  join(one: number | null, other: number | null): number | null {
    if (one !== null && other !== null) this.#parent[this.root(one)] = this.root(other);
    return one ?? other;
  }
}

type Side = Pick<Relation, 'store' | 'level'>;

class Statement {
  readonly #nodes = new Nodes();
  readonly #levels = new Nodes();
  readonly #values = new Map<string, Side>();
  readonly #read = new Map<Output, number>();
  readonly #tables: { readonly name: string; readonly store: number; readonly level: number | null }[] = [];
  /** Faults of a statement that does not run on one node. */
  readonly #spread: string[] = [];
  readonly #always: string[] = [];

  check(statement: Tree): readonly string[] {
    this.#statement(statement, [], new Map());
    const roots = new Set(this.#tables.map(({ store }) => this.#nodes.root(store)));
    const levels = new Set(this.#tables.map(({ level }) => (level === null ? null : this.#levels.root(level))));
    const bound = new Set([...this.#values.values()].map(({ level }) => this.#levels.root(level!)));
    const runsOnOneNode = levels.size <= 1 && [...levels].every(level => level !== null && bound.has(level));
    if (runsOnOneNode) return this.#always;
    const names = this.#tables.map(({ name }) => name).join(', ');
    return [
      ...this.#always,
      ...(roots.size > 1 ? [`not joined on ${DISTRIBUTION_COLUMN}: ${names}`] : []),
      ...(this.#tables.length > 0 ? this.#spread : []),
    ];
  }

  #value(key: string): Side {
    const side = this.#values.get(key) ?? { store: this.#nodes.make(), level: this.#levels.make() };
    this.#values.set(key, side);
    return side;
  }

  #statement(tree: Tree, outer: Scope, ctes: ReadonlyMap<string, Output>): Output {
    const [kind, node] = Object.entries<Tree>(tree)[0]!;
    switch (kind) {
      case 'SelectStmt':
        return this.#select(node, outer, ctes);
      case 'InsertStmt':
        return this.#insert(node, outer, ctes);
      case 'UpdateStmt':
      case 'DeleteStmt':
        return this.#change(node, outer, ctes);
      case 'ExplainStmt':
        return this.#statement(node.query, outer, ctes);
      default:
        return { store: null, isSpread: false, position: [] };
    }
  }

  #with(node: Tree, outer: Scope, ctes: ReadonlyMap<string, Output>): ReadonlyMap<string, Output> {
    const all = new Map(ctes);
    for (const { CommonTableExpr: cte } of node.withClause?.ctes ?? [])
      all.set(cte.ctename, {
        ...this.#statement(cte.ctequery, outer, all),
        isCarried: cte.ctematerialized === 'CTEMaterializeAlways',
      });
    return all;
  }

  #select(node: Tree, outer: Scope, before: ReadonlyMap<string, Output>): Output {
    const ctes = this.#with(node, outer, before);
    if (node.op && node.op !== 'SETOP_NONE') {
      const [left, right] = [node.larg, node.rarg].map(side => this.#select(side, outer, ctes)) as [Output, Output];
      const isSpread = left.isSpread || right.isSpread;
      if (isSpread && (left.store === null || right.store === null))
        this.#spread.push(`a set operation without ${DISTRIBUTION_COLUMN} among its columns`);
      for (const { SortBy } of node.sortClause ?? []) this.#expression(SortBy.node, outer, ctes);
      return { store: this.#nodes.join(left.store, right.store), isSpread, position: left.position };
    }
    const scope: Relation[] = [];
    for (const item of node.fromClause ?? []) scope.push(...this.#from(item, outer, ctes, [...scope]));
    const all = [...scope, ...outer];
    const parts = [node.targetList, node.whereClause, node.havingClause, node.groupClause, node.sortClause];
    this.#conjunction(node.whereClause, scope, all);
    for (const part of [...parts, node.windowClause, node.valuesLists]) this.#expression(part, all, ctes, scope);
    const isSpread = scope.some(relation => relation.isSpread);
    if (isSpread && scope.some(({ kind }) => kind === 'local'))
      this.#always.push('a join with a table of the coordinator alone');
    if (isSpread && node.lockingClause) this.#spread.push('FOR UPDATE over many stores');
    if (isSpread && JSON.stringify(node.groupClause ?? '').includes('GroupingSet'))
      this.#spread.push('grouping sets over many stores');
    return { ...this.#columns(node.targetList ?? [], scope), isSpread };
  }

  /** The nodes of the columns that a target list gives. */
  #columns(targets: Tree[], scope: Scope): Pick<Output, 'store' | 'position'> {
    let store: number | null = null;
    const position = targets.map(({ ResTarget: { name, val } }) => {
      const fields = fieldsOf(val?.CoalesceExpr?.args[0] ?? val);
      if (!fields) return null;
      const last = fields.at(-1);
      const sources = fields.length > 1 ? scope.filter(({ alias }) => alias === fields[0]) : scope;
      const node = sources.find(source => source.store !== null)?.store ?? null;
      if (last !== '*' && last !== DISTRIBUTION_COLUMN) return null;
      if (last === '*' || (name ?? last) === DISTRIBUTION_COLUMN) store ??= node;
      return node;
    });
    return { store, position };
  }

  #from(item: Tree, outer: Scope, ctes: ReadonlyMap<string, Output>, left: Scope = []): Relation[] {
    const [kind, node] = Object.entries<Tree>(item)[0]!;
    if (kind === 'RangeVar') return [this.#table(node, ctes)];
    if (kind === 'JoinExpr') return this.#joined(node, outer, ctes, left);
    const alias = node.alias?.aliasname ?? '';
    if (kind === 'RangeSubselect') {
      if (node.lateral) this.#spread.push('LATERAL');
      const { store, isSpread } = this.#select(
        node.subquery.SelectStmt,
        node.lateral ? [...left, ...outer] : outer,
        ctes,
      );
      return [{ alias, kind: 'query', store, level: this.#levels.make(), isSpread }];
    }
    const names = fieldsIn(node);
    if (left.some(relation => relation.isSpread && names.has(relation.alias)))
      this.#spread.push(`a function in FROM over the columns of ${[...names].join(', ')}`);
    return [{ alias, kind: 'function', store: null, level: null, isSpread: false }];
  }

  #joined(node: Tree, outer: Scope, ctes: ReadonlyMap<string, Output>, before: Scope): Relation[] {
    const left = this.#from(node.larg, outer, ctes, before);
    const right = this.#from(node.rarg, outer, ctes, [...before, ...left]);
    const scope = [...left, ...right];
    const isSpread = (side: readonly Relation[]) => side.some(relation => relation.isSpread);
    const [outerSide, innerSide] = node.jointype === 'JOIN_RIGHT' ? [right, left] : [left, right];
    const keepsOuter = node.jointype !== 'JOIN_INNER';
    if (keepsOuter && isSpread(innerSide) && !isSpread(outerSide))
      this.#spread.push('an outer join that keeps rows of a table that is on every node');
    const columns: string[] = (node.usingClause ?? []).map(({ String: { sval } }: Tree) => sval);
    if (columns.includes(DISTRIBUTION_COLUMN) || node.isNatural)
      for (const relation of scope) this.#equal(scope.find(({ store }) => store !== null) ?? null, relation);
    this.#conjunction(node.quals, scope, [...scope, ...before, ...outer]);
    this.#expression(node.quals, [...scope, ...before, ...outer], ctes, scope);
    return scope;
  }

  #table({ relname, schemaname, alias }: Tree, ctes: ReadonlyMap<string, Output>): Relation {
    const name: string = alias?.aliasname ?? relname;
    const cte = schemaname === undefined ? ctes.get(relname) : undefined;
    if (cte) {
      this.#read.set(cte, (this.#read.get(cte) ?? 0) + 1);
      if (cte.isSpread && !cte.isCarried && this.#read.get(cte)! > 1)
        this.#spread.push(`${relname} is read more than once, and not MATERIALIZED`);
      return { alias: name, kind: 'query', store: cte.store, level: this.#levels.make(), isSpread: cte.isSpread };
    }
    const kind = kindOf(relname, schemaname);
    if (kind === undefined) this.#always.push(`${relname} has no row in tableKinds`);
    if (kind !== 'distributed')
      return { alias: name, kind: kind ?? 'local', store: null, level: null, isSpread: false };
    const [store, level] = [this.#nodes.make(), this.#levels.make()];
    this.#tables.push({ name: relname, store, level });
    return { alias: name, kind, store, level, isSpread: true };
  }

  /** Equalities that hold for every row. */
  #conjunction(tree: Tree, own: Scope, all: Scope): void {
    if (tree?.BoolExpr?.boolop === 'AND_EXPR') for (const part of tree.BoolExpr.args) this.#conjunction(part, own, all);
    const { A_Expr: test } = tree ?? {};
    if (test?.kind !== 'AEXPR_OP' || test.name?.[0]?.String?.sval !== '=') return;
    const rows = [test.lexpr?.RowExpr?.args, test.rexpr?.RowExpr?.args];
    const pairs: [Tree, Tree][] =
      rows[0] && rows[1] ? rows[0].map((one: Tree, i: number) => [one, rows[1][i]]) : [[test.lexpr, test.rexpr]];
    for (const [left, right] of pairs) this.#equal(this.#side(left, own, all), this.#side(right, own, all));
  }
  #equal(one: Side | null, other: Side | null): void {
    if (one === null || other === null) return;
    this.#nodes.join(one.store, other.store);
    this.#levels.join(one.level, other.level);
  }
  /** A side of an equality: a column `store`, or one value. A column of the query around says nothing of this level. */
  #side(tree: Tree, own: Scope, all: Scope): Side | null {
    if (tree?.TypeCast) return this.#side(tree.TypeCast.arg, own, all);
    if (tree?.ParamRef) return this.#value(`$${tree.ParamRef.number}`);
    if (tree?.A_Const) return this.#value(JSON.stringify(tree.A_Const.sval ?? {}));
    const fields = fieldsOf(tree);
    if (fields?.at(-1) !== DISTRIBUTION_COLUMN) return null;
    const named =
      fields.length > 1 ? all.find(({ alias }) => alias === fields.at(-2)) : own.find(({ store }) => store !== null);
    const found = named ?? all.find(({ store }) => store !== null);
    if (!found || found.store === null) return null;
    return { store: found.store, level: own.includes(found) ? found.level : null };
  }

  /** Finds subqueries in an expression. `own`: the rows of the query itself. */
  #expression(tree: Tree, all: Scope, ctes: ReadonlyMap<string, Output>, own: Scope = all): void {
    if (Array.isArray(tree)) for (const part of tree) this.#expression(part, all, ctes, own);
    else if (typeof tree === 'object' && tree !== null)
      for (const [name, part] of Object.entries<Tree>(tree)) {
        if (name === 'SubLink') this.#subquery(part, all, ctes, own);
        else this.#expression(part, all, ctes, own);
      }
  }
  #subquery(link: Tree, all: Scope, ctes: ReadonlyMap<string, Output>, own: Scope): void {
    this.#expression(link.testexpr, all, ctes, own);
    const select = link.subselect.SelectStmt;
    const { isSpread } = this.#select(select, all, ctes);
    const names = fieldsIn(select);
    const spreads = own.filter(relation => relation.isSpread);
    if (isSpread && spreads.length === 0)
      this.#spread.push('a subquery over a distributed table beside tables that are on every node');
    if (!isSpread && spreads.some(({ alias }) => names.has(alias)))
      this.#spread.push('a correlated subquery over a table that is on every node');
  }

  #insert(node: Tree, outer: Scope, before: ReadonlyMap<string, Output>): Output {
    const ctes = this.#with(node, outer, before);
    const target = this.#table(node.relation, new Map());
    const columns: string[] = (node.cols ?? []).map(({ ResTarget: { name } }: Tree) => name);
    const place = columns.indexOf(DISTRIBUTION_COLUMN);
    if (target.kind === 'distributed' && place < 0)
      this.#always.push(`${node.relation.relname} is filled without a ${DISTRIBUTION_COLUMN}`);
    const select = node.selectStmt?.SelectStmt;
    if (select) {
      const output = this.#select(select, outer, ctes);
      const value = select.targetList?.[place]?.ResTarget?.val ?? select.valuesLists?.[0]?.List?.items?.[place];
      const given = place < 0 ? null : this.#side(value, [], []);
      const position = output.position[place] ?? null;
      this.#equal(target, given ?? (position === null ? null : { store: position, level: null }));
      // Rows that are read on one node are written there.
      if (!given && position !== null)
        this.#tables.splice(
          this.#tables.findIndex(({ store }) => store === target.store),
          1,
        );
    }
    return { store: target.store, isSpread: target.isSpread, position: [] };
  }

  #change(node: Tree, outer: Scope, before: ReadonlyMap<string, Output>): Output {
    const ctes = this.#with(node, outer, before);
    const target = this.#table(node.relation, new Map());
    const from = [...(node.fromClause ?? []), ...(node.usingClause ?? [])];
    const scope = [target, ...from.flatMap((item: Tree) => this.#from(item, outer, ctes, [target]))];
    this.#conjunction(node.whereClause, scope, [...scope, ...outer]);
    for (const part of [node.whereClause, node.targetList]) this.#expression(part, [...scope, ...outer], ctes, scope);
    const set: string[] = (node.targetList ?? []).map(({ ResTarget: { name } }: Tree) => name);
    if (target.kind === 'distributed' && set.includes(DISTRIBUTION_COLUMN))
      this.#always.push(`${DISTRIBUTION_COLUMN} is changed`);
    return { store: target.store, isSpread: target.isSpread, position: [] };
  }
}

/** Partitions are of the kind of their table, and tables of a session lie beside the connection. */
function kindOf(name: string, schema: string | undefined): Relation['kind'] | undefined {
  if (schema !== undefined || /^pg_/.test(name)) return 'function';
  const table = name.replace(/_\d{4}_\d{2}$/, '');
  return Object.hasOwn(tableKinds, table) ? tableKinds[table] : undefined;
}

/** The words of a column reference; null for every other expression. */
const fieldsOf = (tree: Tree): readonly string[] | null =>
  tree?.ColumnRef?.fields.map((field: Tree) => field.String?.sval ?? '*') ?? null;

/** The tables that columns anywhere in a tree are of. */
function fieldsIn(tree: Tree, found = new Set<string>()): Set<string> {
  const fields = fieldsOf(tree);
  if (fields && fields.length > 1) found.add(fields.at(-2)!);
  else if (typeof tree === 'object' && tree !== null)
    for (const part of Object.values<Tree>(tree)) fieldsIn(part, found);
  return found;
}
