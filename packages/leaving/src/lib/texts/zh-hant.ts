import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'zh-Hant',
  data: '下載我的資料',
  dataLead: '一個檔案，包含我們儲存的與您有關的資訊：您的帳號、登入方式和登入裝置。',
  download: '下載',
  delete: '刪除我的帳號',
  deleteLead: '這會刪除您的帳號、登入方式，以及我們儲存的與您有關的資訊。您會從所有裝置登出。',
  until: '在{date}之前，您可以改變心意：登入並保留帳號。之後便無法復原。',
  atOnce: '刪除會立即生效，且無法復原。',
  sure: '我要刪除我的帳號',
  unsure: '請勾選方塊以刪除帳號。',
  leaving: '您的帳號將於{date}刪除',
  signedOut: '您已從所有裝置登出。如要保留帳號，請在{date}之前登入。',
  deleted: '您的帳號已刪除。',
  keep: '保留我的帳號',
  kept: '要保留帳號嗎？',
  leave: '不保留',
  unchanged: '沒有任何變更',
  unchangedText: '您的帳號將會刪除。如要保留，請重新登入。',
  begun: '此帳號正在刪除。',
  notNow: '目前無法刪除您的帳號。{why}',
}
