/**
 * Users who have asked to be deleted. `queue` is the same in all rows, by which those are found that are due. `begunAt` says that something may
 * be gone already, so that the account cannot be kept any more; until `claimedUntil` one process is at it.
 */
export const leavingRequests = {
  name: 'auth_leaving_requests',
  fields: {
    userId: { kind: 'id' },
    queue: { kind: 'id' },
    requestedAt: { kind: 'time', personal: true },
    dueAt: { kind: 'time', personal: true },
    begunAt: { kind: 'time', nullable: true },
    claimedUntil: { kind: 'time', nullable: true },
  },
  key: ['userId'],
  owner: 'userId',
  lookups: ['queue'],
} as const

/** The value of `queue`. */
export const QUEUE = 'leaving'
