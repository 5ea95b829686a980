# The Foundation Models shim in Swift (docs/macos.md).
#
# On macOS it is compiled against the system's framework and linked into the
# program. Elsewhere, where a Swift compiler is found, it is compiled against a
# stand-in of the framework for tests alone; the program has no Swift in it.
#
# AII_SWIFTC: the Swift compiler; empty where there is none.

find_program(AII_SWIFTC swiftc HINTS ENV SWIFT_ROOT PATHS /opt/swift PATH_SUFFIXES usr/bin)

set(AII_SHIM "${PROJECT_SOURCE_DIR}/swift")
set(AII_SHIM_SOURCES memory availability errors tool stream session)
list(TRANSFORM AII_SHIM_SOURCES PREPEND "${AII_SHIM}/")
list(TRANSFORM AII_SHIM_SOURCES APPEND ".swift")
set(AII_SHIM_HEADERS "${AII_SHIM}/include/aii_fm.h" "${AII_SHIM}/include/module.modulemap")

set(AII_SWIFT_FLAGS -swift-version 6 -strict-concurrency=complete -parse-as-library -O -g)
if(AII_SANITIZE MATCHES "address")
  list(APPEND AII_SWIFT_FLAGS -sanitize=address)
elseif(AII_SANITIZE MATCHES "thread")
  list(APPEND AII_SWIFT_FLAGS -sanitize=thread)
endif()

# A library of the shim: what C++ links instead of knowing of Swift.
#
# target:  the name.
# sdk:     26 or 27, the shape of the SDK that the sources are for.
# ARGN:    more flags of swiftc; DEPENDS of the command follow the word DEPENDS.
function(aii_swift_shim target sdk)
  cmake_parse_arguments(ARG "" "" "FLAGS;DEPENDS" ${ARGN})
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/${target}.a")
  add_custom_command(
    OUTPUT "${archive}"
    COMMAND "${AII_SWIFTC}" ${AII_SWIFT_FLAGS} -warnings-as-errors ${ARG_FLAGS} -I "${AII_SHIM}/include"
      -module-name aii_fm -emit-library -static -o "${archive}"
      ${AII_SHIM_SOURCES} "${AII_SHIM}/sdk${sdk}.swift"
    DEPENDS ${AII_SHIM_SOURCES} "${AII_SHIM}/sdk${sdk}.swift" ${AII_SHIM_HEADERS} ${ARG_DEPENDS}
    VERBATIM)
  add_custom_target(${target}_archive DEPENDS "${archive}")
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_archive)
  target_link_libraries(${target} INTERFACE "${archive}" aii_fm_header)
endfunction()

# The shim with the stand-in of an SDK, and what Swift needs at run time.
function(aii_standin_shim target sdk)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/standin${sdk}")
  set(archive "${folder}/libFoundationModels.a")
  set(sources Model Content Errors Script Session)
  list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/tests/support/swift/FoundationModels/")
  list(TRANSFORM sources APPEND ".swift")
  set(shape)
  if(sdk EQUAL 27)
    set(shape -D SDK27)
  endif()
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${archive}" "${folder}/FoundationModels.swiftmodule"
    COMMAND "${AII_SWIFTC}" ${AII_SWIFT_FLAGS} -warnings-as-errors ${shape} -module-name FoundationModels
      -emit-module -emit-module-path "${folder}/FoundationModels.swiftmodule"
      -emit-library -static -o "${archive}" ${sources}
    DEPENDS ${sources}
    VERBATIM)
  aii_swift_shim(${target} ${sdk}
    FLAGS -I "${folder}" DEPENDS "${archive}" "${folder}/FoundationModels.swiftmodule")

  # The runtime is linked dynamically: ThreadSanitizer does not get on with the
  # static one.
  get_filename_component(root "${AII_SWIFTC}" REALPATH)
  get_filename_component(root "${root}" DIRECTORY)
  set(runtime "${root}/../lib/swift/linux")
  target_link_libraries(${target} INTERFACE "${archive}"
    "${runtime}/${CMAKE_SYSTEM_PROCESSOR}/swiftrt.o"
    -L${runtime} -Wl,-rpath,${runtime}
    swiftCore swift_Concurrency swift_StringProcessing Foundation FoundationEssentials
    FoundationInternationalization _FoundationICU dispatch BlocksRuntime)
endfunction()
