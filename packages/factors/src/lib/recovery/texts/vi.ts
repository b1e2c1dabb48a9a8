import type { RecoveryTexts } from './en.ts'

export const vi: RecoveryTexts = {
  locale: 'vi',
  lostBoth: 'Tôi đã mất ứng dụng và mã dự phòng',
  lostTitle: 'Thay thế ứng dụng bị mất',
  lostLead:
    'Chúng tôi sẽ gửi cho bạn một liên kết qua email. Sau khi bạn mở liên kết, thời gian chờ bắt đầu. Bạn có thể thiết lập ứng dụng mới từ {date}.',
  lostTold:
    'Mọi trình duyệt đang đăng nhập đều hiển thị yêu cầu và có thể hủy yêu cầu. Đăng nhập bằng ứng dụng hoặc mã dự phòng cũng hủy yêu cầu.',
  lostSend: 'Gửi liên kết cho tôi',
  lostSent: 'Hãy kiểm tra email. Mở liên kết hoặc nhập mã tại đây.',
  lostByMail:
    'Bạn đã đăng nhập bằng email. Để thay thế ứng dụng, hãy dùng phương thức đăng nhập khác.',
  lostConfirm:
    'Bạn có thể thiết lập ứng dụng mới từ {date}. Cho đến lúc đó, ứng dụng và mã dự phòng cũ vẫn hoạt động.',
  proofSubject: 'Xác nhận rằng bạn đã mất ứng dụng',
  proofLead:
    'Có người đã đăng nhập vào tài khoản của bạn và cho biết ứng dụng xác thực cùng mã dự phòng đã bị mất. Không phải bạn? Đừng dùng liên kết và hãy đổi mật khẩu.',
  proofButton: 'Tiếp tục',
  proofIgnore: 'Đừng chia sẻ liên kết hoặc mã với bất kỳ ai.',
  request: 'Yêu cầu ứng dụng mới',
  running:
    'Một ứng dụng xác thực mới đã được yêu cầu. Từ {date}, hãy đăng nhập để thiết lập. Khi đó ứng dụng và mã dự phòng cũ sẽ ngừng hoạt động.',
  askedSubject: 'Một ứng dụng xác thực mới đã được yêu cầu cho tài khoản của bạn',
  cancel: 'Hủy yêu cầu',
  cancelNone: 'Không có yêu cầu ứng dụng mới nào.',
  cancelledSubject: 'Yêu cầu ứng dụng xác thực mới đã bị hủy',
  replaceTitle: 'Thiết lập ứng dụng mới',
  replaceLead:
    'Ứng dụng và mã dự phòng cũ sẽ ngừng hoạt động, và bạn sẽ đăng xuất khỏi mọi trình duyệt.',
  foundLead:
    'Vẫn còn ứng dụng hoặc mã dự phòng? Hãy nhập mã để đăng nhập. Khi đó yêu cầu sẽ bị hủy.',
  foundCode: 'Mã 6 chữ số hoặc mã dự phòng',
  replacedLead:
    'Ứng dụng của bạn đã được thay thế, và bạn đã đăng xuất khỏi mọi trình duyệt. Hãy đăng nhập bằng ứng dụng mới.',
  signIn: 'Đăng nhập',
  replacedSubject: 'Ứng dụng xác thực và mã dự phòng của bạn đã được thay thế',
}
