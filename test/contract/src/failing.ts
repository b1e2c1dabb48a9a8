/** A function that throws, in place of one that works. */
export function failing(error: string | Error): () => never {
  return () => {
    throw error instanceof Error ? error : new Error(error)
  }
}

/** An asynchronous function that rejects, in place of one that works. */
export function rejecting(message: string): () => Promise<never> {
  return () => Promise.reject(new Error(message))
}
