/** @typedef {import('@latchstring/core/adapters').AdapterRevocation} AdapterRevocation */

/** How many sessions were ended within the life of a session. */
export const ENDINGS = 10_000

const DAY = 86_400_000

/** @type {() => readonly (AdapterRevocation & { readonly cursor: string })[]} half of them of sessions, half of users */
function makeEndings() {
  const at = new Date()
  const expires = new Date(at.getTime() + 30 * DAY)
  return Array.from({ length: ENDINGS }, (_, index) => ({
    kind: index % 2 === 0 ? /** @type {const} */ ('session') : /** @type {const} */ ('user'),
    key: crypto.randomUUID(),
    generation: index % 2,
    reason: 'sign-out',
    at,
    expires,
    cursor: String(index + 1).padStart(8, '0'),
  }))
}

const unused = () => Promise.reject(new Error('Nothing that is measured calls this.'))

/**
 * A store of a feed of endings that answers at once: what is measured is what a read costs the processor, not the pull.
 *
 * @param {ReturnType<typeof makeEndings>} [endings]
 * @returns {import('@latchstring/core/adapters').Adapter}
 */
export function createFeedStore(endings = makeEndings()) {
  return {
    capabilities: { revocationFeed: true, uniqueConstraints: true },
    createUser: unused,
    getUser: unused,
    getUserByEmail: unused,
    getUserByAccount: unused,
    updateUser: unused,
    linkAccount: unused,
    appendRevocations: unused,
    getRevocation: () => Promise.resolve(null),
    listRevocations: ({ after = '', limit }) =>
      Promise.resolve(endings.filter(({ cursor }) => cursor > after).slice(0, limit)),
  }
}
