#pragma once

#include <errno.h>
#include <linux/sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>

/* The C library declares these only with _GNU_SOURCE, which Swift does not define. */
int syncfs(int descriptor);
int gettid(void);
int unshare(int flags);

/* Gives this process users, mounts, a network and more of its own, of which nobody else knows; 0 if the
   system lets it. */
static inline int vt_seclude(void) {
  return unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS);
}

/* Nobody may look into this process, and it gets no rights by starting programs. prctl is variadic, which
   Swift does not import. */
static inline int vt_shut(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) | prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/* How many descriptors come with a message at most. Macros of messages are not imported. */
#define VT_DESCRIPTORS 2

union vt_descriptors {
  struct cmsghdr header;
  char room[CMSG_SPACE(VT_DESCRIPTORS * sizeof(int))];
};

/* Sends a message with descriptors; FALSE if it is not sent, as to a process that has ended. */
static inline int vt_send(int socket, const void *_Nonnull bytes, size_t count,
                          const int *_Nonnull descriptors, size_t number) {
  union vt_descriptors control;
  memset(&control, 0, sizeof control);
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  message.msg_control = &control;
  message.msg_controllen = CMSG_SPACE(number * sizeof(int));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(number * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, number * sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)count;
}

/* Waits for a message and its descriptors, each -1 if it has not come. The number of its bytes; 0 or less
   at the end. */
static inline ssize_t vt_receive(int socket, void *_Nonnull bytes, size_t room,
                                 int *_Nonnull descriptors) {
  union vt_descriptors control;
  struct iovec part = {bytes, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  message.msg_control = &control;
  message.msg_controllen = sizeof control;
  for (int number = 0; number < VT_DESCRIPTORS; number++) descriptors[number] = -1;
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  struct cmsghdr *header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
  return count;
}
