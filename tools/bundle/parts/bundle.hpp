// The part that is the same in every bundle's C++ header.
#ifndef TQ_BUNDLE_HPP_1
#define TQ_BUNDLE_HPP_1

#include <stdexcept>
#include <string>
#include <type_traits>

namespace tq {

/// What went wrong; positive codes are the driver's (a CUresult).
class BundleError : public std::runtime_error {
public:
  explicit BundleError(const tq_error &error)
      : std::runtime_error(error.text), number(error.code) {}
  int code() const { return number; }

private:
  int number;
};

/// An address of the device whose elements have `Bytes`: a CUdeviceptr, or a
/// pointer to elements of that size.
template <std::size_t Bytes>
class Pointer {
public:
  Pointer(tq_pointer address) : address(address) {}
  Pointer(std::nullptr_t) : address(0) {}
  template <typename T>
  Pointer(T *pointer) : address(reinterpret_cast<std::uintptr_t>(pointer)) {
    if constexpr (!std::is_void_v<T>)
      static_assert(sizeof(T) == Bytes,
                    "the kernel's elements have another size");
  }
  operator tq_pointer() const { return address; }

private:
  tq_pointer address;
};

} // namespace tq

#endif // TQ_BUNDLE_HPP_1
