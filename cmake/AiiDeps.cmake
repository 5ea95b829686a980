# Abseil, RE2, cpp-httplib, nlohmann-json and utf8proc.
#
# pinned (default): Abseil, RE2 and cpp-httplib are Debian source packages whose
#   sha256 is in tools/fetch_deps. They are compiled once per compiler and flags
#   into a cache folder outside the tree, and reused by every checkout. Debian's
#   own binaries can't be used: their Abseil is built without std::string_view
#   (docs/adr/0003-dependencies.md).
# system: find_package() alone, for Nix and distributions.

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)

if(AII_DEPS STREQUAL "pinned")
  if(DEFINED ENV{AII_DEPS_CACHE})
    set(cache "$ENV{AII_DEPS_CACHE}")
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(cache "$ENV{XDG_CACHE_HOME}/aii/deps")
  else()
    set(cache "$ENV{HOME}/.cache/aii/deps")
  endif()

  file(SHA256 "${PROJECT_SOURCE_DIR}/tools/fetch_deps" fetch_hash)
  file(SHA256 "${PROJECT_SOURCE_DIR}/cmake/deps/CMakeLists.txt" build_hash)
  string(SHA256 key
    "${fetch_hash} ${build_hash} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR} ${AII_DEPS_OPTIMISATION} ${AII_DEPS_FLAGS}")
  string(SUBSTRING "${key}" 0 16 key)
  string(TOLOWER "${CMAKE_CXX_COMPILER_ID}" compiler)
  set(AII_DEPS_PREFIX "${cache}/${compiler}-${key}")

  if(NOT EXISTS "${AII_DEPS_PREFIX}/done")
    file(MAKE_DIRECTORY "${cache}")
    file(LOCK "${cache}/${compiler}-${key}.lock" TIMEOUT 1800)
    if(NOT EXISTS "${AII_DEPS_PREFIX}/done")
      message(STATUS "Building Abseil and RE2 once into ${AII_DEPS_PREFIX} (two minutes)")
      execute_process(
        COMMAND "${PROJECT_SOURCE_DIR}/tools/fetch_deps" "${cache}/src"
        COMMAND_ERROR_IS_FATAL ANY)
      set(work "${AII_DEPS_PREFIX}.build")
      file(REMOVE_RECURSE "${work}" "${AII_DEPS_PREFIX}")
      execute_process(
        COMMAND "${CMAKE_COMMAND}" -G Ninja
          -S "${PROJECT_SOURCE_DIR}/cmake/deps" -B "${work}"
          "-DSOURCES=${cache}/src"
          "-DCMAKE_INSTALL_PREFIX=${AII_DEPS_PREFIX}"
          -DCMAKE_INSTALL_LIBDIR=lib
          -DCMAKE_BUILD_TYPE=Release
          "-DCMAKE_CXX_FLAGS_RELEASE=${AII_DEPS_OPTIMISATION} -DNDEBUG"
          "-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}"
          "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}"
          "-DCMAKE_CXX_FLAGS=${AII_DEPS_FLAGS} -ffile-prefix-map=${cache}/src=deps"
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
      execute_process(
        COMMAND "${CMAKE_COMMAND}" --build "${work}" --target install
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
      file(REMOVE_RECURSE "${work}")
      file(TOUCH "${AII_DEPS_PREFIX}/done")
    endif()
    file(LOCK "${cache}/${compiler}-${key}.lock" RELEASE)
  endif()
  list(PREPEND CMAKE_PREFIX_PATH "${AII_DEPS_PREFIX}")
  find_package(absl CONFIG REQUIRED PATHS "${AII_DEPS_PREFIX}" NO_DEFAULT_PATH)
  find_package(re2 CONFIG REQUIRED PATHS "${AII_DEPS_PREFIX}" NO_DEFAULT_PATH)
  set(httplib_include "${AII_DEPS_PREFIX}/include")
else()
  find_package(absl CONFIG REQUIRED)
  find_package(re2 CONFIG REQUIRED)
  find_path(AII_HTTPLIB_INCLUDE httplib.h REQUIRED)
  set(httplib_include "${AII_HTTPLIB_INCLUDE}")
endif()

# Header only and without TLS: the model is on this machine.
add_library(aii_httplib INTERFACE)
target_include_directories(aii_httplib SYSTEM INTERFACE "${httplib_include}")
target_link_libraries(aii_httplib INTERFACE Threads::Threads)

# Debian ships utf8proc without CMake files.
find_path(AII_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_library(AII_UTF8PROC_LIBRARY NAMES libutf8proc.a utf8proc REQUIRED)
add_library(aii_utf8proc INTERFACE)
target_include_directories(aii_utf8proc SYSTEM INTERFACE "${AII_UTF8PROC_INCLUDE}")
target_compile_definitions(aii_utf8proc INTERFACE UTF8PROC_STATIC)
target_link_libraries(aii_utf8proc INTERFACE "${AII_UTF8PROC_LIBRARY}")

# So does it libedit, whose archive needs three others; a shared one names its
# own.
find_path(AII_LIBEDIT_INCLUDE histedit.h REQUIRED)
find_library(AII_LIBEDIT_LIBRARY NAMES libedit.a edit REQUIRED)
add_library(aii_libedit INTERFACE)
target_include_directories(aii_libedit SYSTEM INTERFACE "${AII_LIBEDIT_INCLUDE}")
target_link_libraries(aii_libedit INTERFACE "${AII_LIBEDIT_LIBRARY}")
if(AII_LIBEDIT_LIBRARY MATCHES "\\.a$")
  foreach(name bsd md tinfo)
    find_library(AII_LIBEDIT_NEEDS_${name} NAMES "lib${name}.a" "${name}" REQUIRED)
    target_link_libraries(aii_libedit INTERFACE "${AII_LIBEDIT_NEEDS_${name}}")
  endforeach()
endif()
