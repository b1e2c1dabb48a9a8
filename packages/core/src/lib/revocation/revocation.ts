export { findDevice, noteDevice, touchDevice } from '../devices/registry.ts'
export { endSessions } from './endings.ts'
export { findEnding, knownReason, sparedGeneration } from './look-up.ts'
export { findMarks, newStanding, toSource } from './standing.ts'
