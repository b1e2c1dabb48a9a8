import { type Script, script } from './script.ts'

// Rows of tables that are data. Each script uses `KEYS[1]`, keys that begin with it, and on a single server any other key: the
// parameter `whole` is 1 there.
//
// A row is a hash: `version`, `values` (JSON), `expires` in tables that have it, `note` and `notes`. The note, `key version`, is a
// member of the sorted sets that `notes` names, in the order of keys. Its version is the one that the row was born with, so that a
// row that takes the key later has a note of its own. `:until` beside a set has the time up to which each note is of use. While a
// cluster stores a row of a user in another slot, the row is `pending`, and reads ignore it.

/** What scripts on rows, and those that end a user, have in common. */
export const RECORDS = `
local function moment(text)
  if text == '+inf' or text == 'inf' then return math.huge end
  return tonumber(text)
end

local function expire(name, expires)
  if moment(expires) == math.huge then redis.call('PERSIST', name)
  else redis.call('PEXPIREAT', name, expires) end
end

-- What is of no use any more goes, some of it with each new note, and the set with the last.
local function put_note(name, note, expires)
  redis.call('ZADD', name, 0, note)
  if expires == '' then return end
  local until_name = name .. ':until'
  local before = redis.call('ZSCORE', until_name, note)
  if not before or moment(before) < moment(expires) then redis.call('ZADD', until_name, expires, note) end
  for _, over in ipairs(redis.call('ZRANGEBYSCORE', until_name, '-inf', now(), 'LIMIT', 0, 100)) do
    redis.call('ZREM', name, over)
    redis.call('ZREM', until_name, over)
  end
  local last = redis.call('ZRANGE', until_name, -1, -1, 'WITHSCORES')
  if last[2] then
    expire(name, last[2])
    expire(until_name, last[2])
  end
end

local function drop_note(name, note)
  redis.call('ZREM', name, note)
  redis.call('ZREM', name .. ':until', note)
end

local function put_owned(user, table_name, note, expires)
  redis.call('ZADD', user .. ':tables', 0, table_name)
  put_note(user .. ':rows:' .. table_name, note, expires)
end

local function in_reach(name, whole)
  return whole == '1' or string.sub(name, 1, #KEYS[1]) == KEYS[1]
end

-- The note of a row with those of its sets that are out of reach.
local function note_elsewhere(row, whole)
  local note, notes = unpack(redis.call('HMGET', row, 'note', 'notes'))
  local left = { note }
  for _, name in ipairs(cjson.decode(notes)) do
    if not in_reach(name, whole) then table.insert(left, name) end
  end
  return left
end

-- Deletes a row with its notes, and gives what is out of reach.
local function remove_row(row, whole)
  if not exists(row) then return {} end
  local left = note_elsewhere(row, whole)
  for _, name in ipairs(cjson.decode(redis.call('HGET', row, 'notes'))) do
    if in_reach(name, whole) then drop_note(name, left[1]) end
  end
  redis.call('DEL', row)
  return left
end

local function is_of(row, note)
  return redis.call('HGET', row, 'note') == note
end

local function key_of(note)
  return string.match(note, '^(.*) %S+$')
end

-- The row that a note leads to: under the key of its user where its key begins with the user, or under its own.
local function row_of(prefix, table_name, own, note)
  local key = key_of(note)
  if own ~= '1' then return prefix .. '{row:' .. table_name .. ':' .. key .. '}' end
  return prefix .. '{user:' .. string.match(key, '^%S+') .. '}:row:' .. table_name .. ':' .. key
end

-- Takes what is in a row, and gives what is out of reach. Its note stays until the user is forgotten, for another attempt.
local function empty_row(row)
  redis.call('HDEL', row, 'version', 'values', 'expires')
  return note_elsewhere(row, '0')
end

-- Deletes the rows of a user. Gives what is out of reach: notes with their sets, and tables with notes.
local function remove_rows_of(user, prefix, whole)
  local notes, rows = {}, {}
  for _, table_name in ipairs(redis.call('ZRANGE', user .. ':tables', 0, -1)) do
    for _, note in ipairs(redis.call('ZRANGE', user .. ':rows:' .. table_name, 0, -1)) do
      local beside = user .. ':row:' .. table_name .. ':' .. key_of(note)
      if whole ~= '1' then
        if is_of(beside, note) then table.insert(notes, empty_row(beside))
        else table.insert(rows, { table_name, note }) end
      else
        local row = is_of(beside, note) and beside or row_of(prefix, table_name, '0', note)
        if is_of(row, note) then remove_row(row, whole) end
      end
    end
  end
  return notes, rows
end

local function forget_rows_of(user)
  for _, table_name in ipairs(redis.call('ZRANGE', user .. ':tables', 0, -1)) do
    local name = user .. ':rows:' .. table_name
    for _, note in ipairs(redis.call('ZRANGE', name, 0, -1)) do
      redis.call('DEL', user .. ':row:' .. table_name .. ':' .. key_of(note))
    end
    redis.call('DEL', name, name .. ':until')
  end
  redis.call('DEL', user .. ':tables')
end
`

const ROWS = `${RECORDS}
-- Version, values and note of a row, or nothing.
local function read_row(row)
  local stored = redis.call('HMGET', row, 'version', 'values', 'note', 'pending')
  if not stored[1] or stored[4] then return false end
  return { stored[1], stored[2], stored[3] }
end

local function has_version(row, version)
  local stored = read_row(row)
  return stored and stored[1] == version
end

local function write_row(row, version, values, expires)
  redis.call('HSET', row, 'version', version, 'values', values)
  if expires == '' then return end
  redis.call('HSET', row, 'expires', expires)
  expire(row, expires)
end

-- The row or the set that most scripts are about, by the suffix.
local place = KEYS[1] .. (ARGV[1] or '')
`

const records = (body: string): Script => script(`${ROWS}\n${body.trim()}`)

/** `table note expires`: puts a note into the set of a lookup, or with a table among the rows of a user; nothing, or `no-owner`. */
export const PUT_NOTE: Script = records(`
if ARGV[1] == '' then put_note(KEYS[1], ARGV[2], ARGV[3]) return false end
if not live(KEYS[1]) then return 'no-owner' end
put_owned(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
return false
`)

/** `note`: takes a note out of a set. */
export const DROP_NOTE: Script = records(`
drop_note(KEYS[1], ARGV[1])
return false
`)

/**
 * `suffix whole note version values expires now notes pending user table set…`: stores a row, with its notes in the sets given and
 * among the rows of a user where one is given. The note of the row that had expired and its sets out of reach, or `taken` or
 * `no-owner`. With `pending` the row has to be confirmed within these milliseconds.
 */
export const INSERT: Script = records(`
local _, whole, note, version, values, expires, moment_now, notes, pending, user, table_name = unpack(ARGV)
-- A client may send a script again that it has had no answer for.
if is_of(place, note) then return {} end
if user ~= '' and not live(user) then return 'no-owner' end
local before = redis.call('HGET', place, 'expires')
if exists(place) and not (before and moment(before) <= moment(moment_now)) then return 'taken' end
local left = remove_row(place, whole)
if user ~= '' then put_owned(user, table_name, note, expires) end
for at = 12, #ARGV do put_note(ARGV[at], note, expires) end
redis.call('HSET', place, 'note', note, 'notes', notes)
if pending ~= '' then
  redis.call('HSET', place, 'pending', '1')
  redis.call('PEXPIRE', place, pending)
end
write_row(place, version, values, pending == '' and expires or '')
if pending ~= '' and expires ~= '' then redis.call('HSET', place, 'expires', expires) end
return left
`)

/** `suffix note`: 1 when the row of the note was pending and is stored now. */
export const CONFIRM: Script = records(`
local version, note = unpack(redis.call('HMGET', place, 'version', 'note'))
if not version or note ~= ARGV[2] then return 0 end
redis.call('HDEL', place, 'pending')
expire(place, redis.call('HGET', place, 'expires') or '+inf')
return 1
`)

/** `suffix`: version, values and note of a row, or nothing. */
export const READ_ROW: Script = records(`
return read_row(place)
`)

/** `suffix`: the note of a row and its sets in other slots, or nothing. */
export const READ_NOTES_OF_ROW: Script = records(`
return read_row(place) and note_elsewhere(place, '0')
`)

/** `suffix whole from version values expires`: replaces a row with the version `from`; 1, or 0. */
export const CHANGE_ROW: Script = records(`
local _, whole, from, version, values, expires = unpack(ARGV)
if has_version(place, version) then return 1 end
if not has_version(place, from) then return 0 end
if expires ~= '' then
  local note, notes = unpack(redis.call('HMGET', place, 'note', 'notes'))
  for _, name in ipairs(cjson.decode(notes)) do
    if in_reach(name, whole) then put_note(name, note, expires) end
  end
end
write_row(place, version, values, expires)
return 1
`)

/** `suffix whole version`: deletes a row with the version; its note and the sets out of reach, or nothing. */
export const DROP_ROW: Script = records(`
if not has_version(place, ARGV[3]) then return false end
return remove_row(place, ARGV[2])
`)

/** `suffix whole note`: deletes the row of a note; the note and the sets out of reach. */
export const REMOVE_ROW: Script = records(`
if not is_of(place, ARGV[3]) then return {} end
return remove_row(place, ARGV[2])
`)

/** `suffix note`: takes what is in the row of a note, of which reads find nothing any more; the note and the sets out of reach. */
export const EMPTY_ROW: Script = records(`
return is_of(place, ARGV[2]) and empty_row(place) or {}
`)

/** `suffix after limit prefix table own`: some notes of a set, and with a prefix note, version and values of the rows they lead to. */
export const FIND_ROWS: Script = records(`
local _, after, limit, prefix, table_name, own = unpack(ARGV)
local notes = redis.call('ZRANGEBYLEX', place, after == '' and '-' or '(' .. after, '+', 'LIMIT', 0, limit)
local rows = {}
if prefix ~= '' then
  for _, note in ipairs(notes) do
    local stored = read_row(row_of(prefix, table_name, own, note))
    if stored and stored[3] == note then table.insert(rows, stored) end
  end
end
return { notes, rows }
`)
