/** Does many pieces of work, some of them at a time. */
export async function inParallel<Result>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  let next = 0
  async function goOn(): Promise<void> {
    while (next < count) {
      const index = next
      next += 1
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, goOn))
  return results
}
