import assert from 'node:assert/strict'

/**
 * Asserts that a record was returned with the members it was stored with. A member that is `null` may be
 * missing instead, and further members are allowed.
 */
export function assertStored<T extends object>(actual: T | null | undefined, expected: T): void {
  assert.ok(actual, 'the store returned no record')
  const members = new Map<string, unknown>(Object.entries(actual))
  for (const [member, value] of Object.entries(expected)) {
    const got = members.get(member) ?? null
    if (value instanceof Date) {
      assert.ok(got instanceof Date, `"${member}" has to be a Date, not ${typeof got}`)
    }
    assert.deepEqual(got, value, `"${member}" was returned changed`)
  }
}

/** Asserts that a look-up returned `null`, not `undefined` and not an empty record. */
export function assertNothing(actual: unknown): void {
  assert.equal(actual, null)
}

/** Runs calls simultaneously, and returns their results and errors. */
export async function race<T>(
  count: number,
  call: (index: number) => PromiseLike<T> | T,
): Promise<{ values: T[]; errors: unknown[] }> {
  // Each is started in a microtask, so that a call that throws does not prevent the others.
  const started = Array.from({ length: count }, async (_, index) => {
    await Promise.resolve()
    return call(index)
  })
  const values: T[] = []
  const errors: unknown[] = []
  for (const outcome of await Promise.allSettled(started)) {
    if (outcome.status === 'fulfilled') values.push(outcome.value)
    else errors.push(outcome.reason)
  }
  return { values, errors }
}
