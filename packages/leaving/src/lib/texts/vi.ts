import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'vi',
  data: 'Tải dữ liệu của tôi xuống',
  dataLead:
    'Một tệp chứa những gì chúng tôi lưu về bạn: tài khoản, phương thức đăng nhập và nơi bạn đang đăng nhập.',
  download: 'Tải xuống',
  delete: 'Xóa tài khoản của tôi',
  deleteLead:
    'Thao tác này xóa tài khoản, phương thức đăng nhập và những gì chúng tôi lưu về bạn. Bạn sẽ đăng xuất khỏi mọi thiết bị.',
  until:
    'Bạn có thể đổi ý đến {date}: hãy đăng nhập và giữ lại tài khoản. Sau đó không thể hoàn tác.',
  atOnce: 'Việc xóa diễn ra ngay và không thể hoàn tác.',
  sure: 'Tôi muốn xóa tài khoản của mình',
  unsure: 'Hãy đánh dấu vào ô để xóa tài khoản.',
  leaving: 'Tài khoản của bạn sẽ bị xóa vào {date}',
  signedOut:
    'Bạn đã đăng xuất khỏi mọi thiết bị. Để giữ lại tài khoản, hãy đăng nhập trước {date}.',
  deleted: 'Tài khoản của bạn đã bị xóa.',
  keep: 'Giữ lại tài khoản',
  kept: 'Giữ lại tài khoản?',
  leave: 'Không giữ lại',
  unchanged: 'Không có gì thay đổi',
  unchangedText: 'Tài khoản của bạn sẽ bị xóa. Để giữ lại, hãy đăng nhập lại.',
  begun: 'Tài khoản này đang bị xóa.',
  notNow: 'Hiện không thể xóa tài khoản của bạn. {why}',
}
