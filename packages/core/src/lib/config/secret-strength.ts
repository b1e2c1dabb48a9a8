const MIN_BYTES = 32
const MIN_DISTINCT = 10

/** Why a secret can be guessed, in a sentence, or `undefined`. */
export function findWeakness(secret: string): string | undefined {
  const weakness =
    new TextEncoder().encode(secret).length < MIN_BYTES
      ? `${MIN_BYTES} bytes`
      : new Set(secret).size < MIN_DISTINCT
        ? `${MIN_DISTINCT} different characters`
        : undefined
  return weakness && `The secret can be guessed: it has fewer than ${weakness}.`
}

/** Whether a secret is no secret: empty, or nothing but white space. */
export function isBlank(secret: unknown): boolean {
  return typeof secret !== 'string' || secret.trim() === ''
}

/** The problem of a list that has an empty secret: a key would be derived from nothing. */
export function findEmpty(secrets: readonly unknown[], option: string): string | undefined {
  const empty = secrets.findIndex(isBlank)
  return empty < 0
    ? undefined
    : `\`${option}\` has an empty secret, number ${empty + 1} of ${secrets.length}. Leave it out, or set the variable it comes from.`
}
