/**
 * Circles of references: which nodes reach one another. Tarjan's strongly connected components (SIAM J. Comput. 1, 1972),
 * with a stack of its own instead of recursion, since a chain is as long as an issuer makes it.
 */

/** A node and how many of its targets have been followed. */
interface Visit {
  readonly node: number;
  followed: number;
}

/**
 * For each node 0 … count−1 the number of its circle: equal exactly for nodes that reach each other.
 *
 * @param targetsOf  the nodes that a node refers to
 */
export function circleNumbers(count: number, targetsOf: (node: number) => readonly number[]): Int32Array {
  const circles = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const lowest = new Int32Array(count);
  const open: number[] = [];
  const visits: Visit[] = [];
  let met = 0;
  const enter = (node: number): void => {
    order[node] = lowest[node] = met++;
    open.push(node);
    visits.push({ node, followed: 0 });
  };
  const leave = (node: number): void => {
    visits.pop();
    const from = visits.at(-1)?.node;
    if (from !== undefined) lowest[from] = Math.min(lowest[from]!, lowest[node]!);
    if (lowest[node] !== order[node]) return;
    for (let member = -1; member !== node; ) {
      member = open.pop()!;
      circles[member] = node;
    }
  };
  const follow = (visit: Visit, targets: readonly number[]): void => {
    const target = targets[visit.followed++]!;
    if (order[target] === -1) enter(target);
    else if (circles[target] === -1) lowest[visit.node] = Math.min(lowest[visit.node]!, order[target]!);
  };
  for (let node = 0; node < count; node++) {
    if (order[node] === -1) enter(node);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const targets = targetsOf(visit.node);
      if (visit.followed < targets.length) follow(visit, targets);
      else leave(visit.node);
    }
  }
  return circles;
}
