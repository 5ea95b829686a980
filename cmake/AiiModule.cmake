# aii_module(): one call a module.
#
#   aii_module(argv/words FUZZ BENCH DEPS absl::status absl::strings)
#   aii_module(os/spawn PLATFORM DEPS base/unique_fd)
#   aii_module(base/cancel HEADER_ONLY ...)
#
# A module is a stem, and the stem appears in every tree:
#   src/<layer>/<stem>.h and .cc          library aii_<layer>_<stem>
#   tests/<layer>/<stem>_test.cc          test, not optional
#   fuzz/<layer>/<stem>_fuzz.cc           with FUZZ; seeds in fuzz/corpus/<layer>/<stem>/
#   bench/<layer>/<stem>_bench.cc         with BENCH
# PLATFORM adds src/<layer>/<stem>_linux.cc or _macos.cc.
# HEADER_ONLY has no .cc. NO_TEST is for interfaces without code.
#
# DEPS names modules as layer/stem and libraries as they are. A module that
# would reach upwards, or to a sibling layer, fails to configure.

set(AII_LEVELS base=0 argv=1 tool=1 policy=2 os=2 store=3 approve=4 exec=5 model=5 chat=6 cli=7)
set(AII_SIBLINGS policy:os os:policy exec:model model:exec argv:tool tool:argv)

function(aii_level layer result)
  foreach(entry IN LISTS AII_LEVELS)
    if(entry MATCHES "^${layer}=(.+)$")
      set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "aii_module: '${layer}' is no layer (docs/architecture.md)")
endfunction()

function(aii_check_dependency layer dependency)
  string(REGEX REPLACE "/.*" "" other "${dependency}")
  aii_level(${layer} mine)
  aii_level(${other} theirs)
  if(theirs GREATER mine OR "${layer}:${other}" IN_LIST AII_SIBLINGS)
    message(FATAL_ERROR
      "aii_module: ${layer} may not depend on ${dependency} (docs/architecture.md, Layers)")
  endif()
endfunction()

function(aii_module module)
  cmake_parse_arguments(ARG "FUZZ;BENCH;PLATFORM;HEADER_ONLY;NO_TEST" "" "DEPS;TEST_DEPS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "aii_module(${module}): unknown '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  string(REPLACE "/" ";" parts "${module}")
  list(GET parts 0 layer)
  list(GET parts 1 stem)
  set(target "aii_${layer}_${stem}")
  set(source "${PROJECT_SOURCE_DIR}/src/${module}")

  set(libraries aii_options)
  foreach(dependency IN LISTS ARG_DEPS)
    if(dependency MATCHES "/")
      aii_check_dependency(${layer} ${dependency})
      string(REPLACE "/" "_" dependency "aii_${dependency}")
    endif()
    list(APPEND libraries "${dependency}")
  endforeach()

  if(ARG_HEADER_ONLY)
    add_library(${target} INTERFACE)
    target_sources(${target} INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES "${source}.h")
    target_link_libraries(${target} INTERFACE ${libraries})
  else()
    set(files "${source}.h" "${source}.cc")
    if(ARG_PLATFORM)
      if(APPLE)
        list(APPEND files "${source}_macos.cc")
      else()
        list(APPEND files "${source}_linux.cc")
      endif()
    endif()
    add_library(${target} STATIC ${files})
    target_link_libraries(${target} PUBLIC ${libraries})
  endif()

  if(BUILD_TESTING AND NOT ARG_NO_TEST)
    set(tests "${ARG_TEST_DEPS}")
    list(TRANSFORM tests REPLACE "^([a-z]+)/([a-z0-9_]+)$" "aii_\\1_\\2")
    set_property(GLOBAL APPEND PROPERTY AII_TESTS "${module}")
    set_property(GLOBAL PROPERTY "AII_TEST_DEPS_${module}" "${tests}")
  endif()
  if(ARG_FUZZ AND BUILD_TESTING)
    set_property(GLOBAL APPEND PROPERTY AII_FUZZERS "${module}")
  endif()
  if(ARG_BENCH AND AII_BENCH)
    set_property(GLOBAL APPEND PROPERTY AII_BENCHES "${module}")
  endif()
endfunction()

# Makes tests, fuzz targets and benchmarks of all modules, after all are known.
function(aii_finish_modules)
  get_property(tests GLOBAL PROPERTY AII_TESTS)
  if(tests)
    find_package(GTest REQUIRED)
  endif()
  foreach(module IN LISTS tests)
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/tests/${module}_test.cc")
      continue()  # BOOTSTRAP
    endif()
    string(REPLACE "/" "_" name "${module}")
    get_property(more GLOBAL PROPERTY "AII_TEST_DEPS_${module}")
    add_executable(${name}_test "${PROJECT_SOURCE_DIR}/tests/${module}_test.cc")
    target_include_directories(${name}_test PRIVATE "${PROJECT_SOURCE_DIR}")
    target_compile_definitions(${name}_test PRIVATE "AII_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
    target_link_libraries(${name}_test PRIVATE aii_${name} ${more} aii_program GTest::gmock GTest::gtest GTest::gtest_main)
    add_test(NAME ${module} COMMAND ${name}_test)
    set_tests_properties(${module} PROPERTIES
      TIMEOUT 300
      ENVIRONMENT "GTEST_OUTPUT=json:${PROJECT_BINARY_DIR}/gtest/${name}.json")
  endforeach()

  get_property(fuzzers GLOBAL PROPERTY AII_FUZZERS)
  add_custom_target(fuzzers)
  foreach(module IN LISTS fuzzers)
    string(REPLACE "/" "_" name "${module}")
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/fuzz/${module}_fuzz.cc")
      continue()  # BOOTSTRAP
    endif()
    set(corpus "${PROJECT_SOURCE_DIR}/fuzz/corpus/${module}")
    add_executable(${name}_fuzz EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/fuzz/${module}_fuzz.cc")
    target_include_directories(${name}_fuzz PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name}_fuzz PRIVATE aii_${name} aii_program)
    add_dependencies(fuzzers ${name}_fuzz)
    if(AII_FUZZ_ENGINE STREQUAL "libfuzzer")
      target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
    else()
      target_sources(${name}_fuzz PRIVATE "${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc")
      set_target_properties(${name}_fuzz PROPERTIES EXCLUDE_FROM_ALL OFF)
      add_test(NAME corpus/${module} COMMAND ${name}_fuzz "${corpus}")
    endif()
  endforeach()

  get_property(benches GLOBAL PROPERTY AII_BENCHES)
  if(benches)
    find_package(benchmark REQUIRED)
  endif()
  foreach(module IN LISTS benches)
    string(REPLACE "/" "_" name "${module}")
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/bench/${module}_bench.cc")
      continue()  # BOOTSTRAP
    endif()
    add_executable(${name}_bench "${PROJECT_SOURCE_DIR}/bench/${module}_bench.cc")
    target_include_directories(${name}_bench PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name}_bench PRIVATE aii_${name} aii_program benchmark::benchmark benchmark::benchmark_main)
  endforeach()
endfunction()
