export { leaving } from './lib/leaving.ts'
export { leavingRequests } from './lib/requests-table.ts'
export type {
  DueDeletions,
  Erasure,
  LeavingAlso,
  LeavingExport,
  LeavingOperations,
  LeavingOptions,
  LeavingRefusal,
  LeavingRequest,
  LeavingState,
  LeavingSystem,
} from './lib/types.ts'
