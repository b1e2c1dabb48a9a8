export { findDevice, noteDevice, touchDevice } from '../devices/registry.ts'
export { endSessions } from './endings.ts'
export { type Finding, lookUp, lookUpAgain } from './look-up.ts'
export { findMarks, newStanding, toSource } from './standing.ts'
