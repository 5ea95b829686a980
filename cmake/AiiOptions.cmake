# Every warning and hardening flag of the project, once.
#
# aii_options:  what each target of ours is compiled and linked with.
# aii_program:  what an executable adds (PIE or static PIE, section removal).
# AII_DEPS_FLAGS, AII_DEPS_OPTIMISATION: what the pinned libraries are compiled
#   with: the part that must agree with ours (sanitizers change the layout of
#   Abseil's containers) and the part that hardens, without our warnings.

include(CheckCXXCompilerFlag)
include(CheckLinkerFlag)

add_library(aii_options INTERFACE)
add_library(aii_program INTERFACE)

# Compilers accept an unknown warning silently unless told not to.
function(aii_flag_works flag result)
  set(CMAKE_REQUIRED_FLAGS "-Werror -Wformat")
  string(MAKE_C_IDENTIFIER "AII_HAS${flag}" variable)
  check_cxx_compiler_flag("${flag}" ${variable})
  set(${result} ${${variable}} PARENT_SCOPE)
endfunction()

set(AII_WARNINGS
  -Wall -Wextra -Wpedantic -Werror
  -Wformat=2 -Werror=format-security -Wconversion -Wsign-conversion
  -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
  -Wimplicit-fallthrough -Wnull-dereference -Wunused -Wvla
  -Wtrampolines -Wbidi-chars=any -Wduplicated-cond -Wlogical-op
  -Werror=date-time
  # Designated initialisers leave out what has a safe default.
  -Wno-missing-field-initializers)

set(AII_HARDENING
  -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
  -fstrict-flex-arrays=3 -ftrivial-auto-var-init=zero
  -fno-strict-overflow -fno-strict-aliasing -fzero-call-used-regs=used-gpr)

set(AII_LINK_HARDENING
  -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,-z,separate-code
  -Wl,--as-needed -Wl,--build-id=sha1)

set(AII_DEPS_FLAGS "-D_GLIBCXX_ASSERTIONS")
set(AII_DEPS_OPTIMISATION -O2)

foreach(flag IN LISTS AII_WARNINGS)
  aii_flag_works("${flag}" works)
  if(works)
    target_compile_options(aii_options INTERFACE "${flag}")
  endif()
endforeach()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 reports null dereferences inside its own <regex> and <optional> at
  # -O2; clang and the analyser cover the warning.
  target_compile_options(aii_options INTERFACE -Wno-null-dereference)
endif()

foreach(flag IN LISTS AII_HARDENING)
  aii_flag_works("${flag}" works)
  if(works)
    target_compile_options(aii_options INTERFACE "${flag}")
    string(APPEND AII_DEPS_FLAGS " ${flag}")
  endif()
endforeach()

foreach(flag IN LISTS AII_LINK_HARDENING)
  string(MAKE_C_IDENTIFIER "AII_HAS_LINK${flag}" variable)
  check_linker_flag(CXX "${flag}" ${variable})
  if(${variable})
    target_link_options(aii_options INTERFACE "${flag}")
  endif()
endforeach()

target_compile_definitions(aii_options INTERFACE _GLIBCXX_ASSERTIONS)
target_compile_options(aii_options INTERFACE -fno-rtti -fPIE)
target_include_directories(aii_options INTERFACE "${PROJECT_SOURCE_DIR}/src")

# No path of the build machine in any object: two checkouts give one program.
set(AII_PREFIX_MAP
  "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=."
  "-ffile-prefix-map=${PROJECT_BINARY_DIR}=build")
target_compile_options(aii_options INTERFACE ${AII_PREFIX_MAP})

# The code of the tests itself, which is compiled often and runs for seconds.
set(AII_TEST_OPTIONS)

if(AII_SANITIZE)
  set(AII_TEST_OPTIONS -O0)
  # Fortify turns an overflow into an abort that AddressSanitizer never sees.
  set(sanitize "-fsanitize=${AII_SANITIZE}")
  target_compile_options(aii_options INTERFACE
    ${sanitize} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(aii_options INTERFACE ${sanitize})
  string(APPEND AII_DEPS_FLAGS " ${sanitize} -fno-omit-frame-pointer")
  set(AII_DEPS_OPTIMISATION -O1)  # compiled for tests alone
else()
  set(fortify -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(aii_options INTERFACE ${fortify})
  endif()
  list(JOIN fortify " " fortify)
  string(APPEND AII_DEPS_FLAGS " ${fortify}")
endif()

if(AII_FUZZ_ENGINE STREQUAL "libfuzzer")
  target_compile_options(aii_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(aii_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Static libraries and libstdc++: a shared libstdc++ alone costs 0.5 ms a start
# (docs/adr/0002-static-program.md).
target_compile_options(aii_options INTERFACE -ffunction-sections -fdata-sections)
target_link_options(aii_program INTERFACE -Wl,--gc-sections)
if(AII_STATIC)
  # CMake's POSITION_INDEPENDENT_CODE would add -pie and silently undo this.
  target_link_options(aii_program INTERFACE -static-pie)
  check_linker_flag(CXX "-Wl,-z,pack-relative-relocs" AII_HAS_LINK_RELR)
  if(AII_HAS_LINK_RELR)
    target_link_options(aii_program INTERFACE -Wl,-z,pack-relative-relocs)
  endif()
else()
  target_link_options(aii_program INTERFACE -pie)
endif()
