#include "model/served_models.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace aii::model {
namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::vector<std::string> Words(absl::string_view body) {
  std::vector<std::string> words;
  for (const ServedModel& model : ParseServedModels(body)) {
    words.push_back(absl::StrCat(model.name, " ", model.context_tokens, "/",
                                 model.trained_tokens,
                                 model.loaded ? " loaded" : ""));
  }
  return words;
}

struct ListCase {
  const char* says;  // reads after "ParseServedModels"
  const char* body;
  std::vector<std::string> words;
};

TEST(ParseServedModels, ReadsTheListsOfServers) {
  const std::vector<ListCase> cases = {
      {"reads llama-server's",
       R"({"object":"list","data":[{"id":"m.gguf","meta":{"n_ctx":4096,)"
       R"("n_ctx_train":8192}}]})",
       {"m.gguf 4096/8192"}},
      {"reads a router's",
       R"({"data":[{"id":"a","status":{"value":"unloaded"}},)"
       R"({"id":"b","status":{"value":"loaded"}}]})",
       {"a 0/0", "b 0/0 loaded"}},
      {"reads Ollama's",
       R"({"data":[{"id":"llama3.2:latest","owned_by":"library"}]})",
       {"llama3.2:latest 0/0"}},
      {"reads LM Studio's",
       R"({"data":[{"id":"q","state":"loaded","max_context_length":32768,)"
       R"("loaded_context_length":4096}]})",
       {"q 4096/32768 loaded"}},
      {"reads vLLM's",
       R"({"data":[{"id":"v","max_model_len":2048}]})",
       {"v 2048/0"}},
      {"takes a size that is none as unknown",
       R"({"data":[{"id":"a","max_model_len":-1},)"
       R"({"id":"b","max_model_len":"9"},)"
       R"({"id":"c","max_model_len":2147483648},{"id":"d","meta":[]}]})",
       {"a 0/0", "b 0/0", "c 0/0", "d 0/0"}},
      {"leaves out what has no name",
       R"({"data":[{},{"id":""},{"id":1},7,{"id":"a"}]})",
       {"a 0/0"}},
      {"leaves out what runs on another machine",
       R"({"data":[{"id":"big:cloud"},{"id":"big-cloud"},{"id":"a"}]})",
       {"a 0/0"}},
  };
  for (const ListCase& c : cases) {
    SCOPED_TRACE(c.says);
    EXPECT_THAT(Words(c.body), ElementsAreArray(c.words));
  }
}

TEST(ParseServedModels, GivesNothingForWhatIsNoList) {
  for (const char* body :
       {"", "not found", "[]", "{}", R"({"data":{}})", R"({"data":[]})"}) {
    EXPECT_THAT(Words(body), IsEmpty()) << body;
  }
}

TEST(ParseServedModels, LeavesOutANameThatIsTooLong) {
  const auto list = [](std::size_t size) {
    return absl::StrCat(R"({"data":[{"id":")", std::string(size, 'a'),
                        R"("}]})");
  };
  EXPECT_EQ(ParseServedModels(list(kMaxServedNameBytes)).size(), 1u);
  EXPECT_THAT(ParseServedModels(list(kMaxServedNameBytes + 1)), IsEmpty());
}

std::string Default(const std::vector<ServedModel>& models) {
  const ServedModel* model = DefaultModel(models);
  return model == nullptr ? "none" : model->name;
}

// spec B3
TEST(DefaultModel, IsTheFirstThatIsLoadedElseTheFirst) {
  EXPECT_EQ(Default({}), "none");
  EXPECT_EQ(Default({{.name = "a"}, {.name = "b"}}), "a");
  EXPECT_EQ(Default({{.name = "a"},
                     {.name = "b", .loaded = true},
                     {.name = "c", .loaded = true}}),
            "b");
}

// spec B3
TEST(DefaultModel, MakesEmbeddingsOnlyWhereThereIsNoOther) {
  EXPECT_EQ(
      Default({{.name = "text-embedding-x", .loaded = true}, {.name = "b"}}),
      "b");
  EXPECT_EQ(Default({{.name = "nomic-embed-text"}}), "nomic-embed-text");
}

TEST(ParsePropsContext, ReadsTheContextInBothPlaces) {
  EXPECT_EQ(ParsePropsContext(R"({"default_generation_settings":{"n_ctx":8}})"),
            8);
  EXPECT_EQ(ParsePropsContext(R"({"n_ctx":7})"), 7);
  EXPECT_EQ(ParsePropsContext(
                R"({"default_generation_settings":{"n_ctx":0},"n_ctx":7})"),
            7);
}

TEST(ParsePropsContext, IsZeroWhereThereIsNone) {
  for (const char* body :
       {"", "{}", "x", R"({"n_ctx":-1})", R"({"n_ctx":null})",
        R"({"default_generation_settings":[]})"}) {
    EXPECT_EQ(ParsePropsContext(body), 0) << body;
  }
}

struct ContextCase {
  const char* says;
  const char* body;
  int tokens;
};

// spec B13
TEST(ParseOllamaLoadedContext, IsOfTheModelThatWasMeant) {
  const std::vector<ContextCase> cases = {
      {"by its name",
       R"({"models":[{"name":"b:1b","context_length":7},)"
       R"({"name":"a:latest","context_length":8}]})",
       8},
      {"of no other", R"({"models":[{"name":"a:7b","context_length":7}]})", 0},
      {"older Ollama does not say", R"({"models":[{"name":"a:latest"}]})", 0},
      {"nothing is loaded", R"({"models":[]})", 0},
      {"null", R"({"models":null})", 0},
      {"no number", R"({"models":[{"name":"a","context_length":"8"}]})", 0},
      {"no names", R"({"models":[1,{"name":2},{"context_length":8}]})", 0},
      {"no JSON", "<html>", 0},
  };
  for (const ContextCase& c : cases) {
    EXPECT_EQ(ParseOllamaLoadedContext(c.body, "a"), c.tokens) << c.says;
  }
  EXPECT_EQ(ParseOllamaLoadedContext(cases[0].body, "a:latest"), 8);
  EXPECT_EQ(ParseOllamaLoadedContext(cases[0].body, "b:1b"), 7);
}

// spec B13
TEST(ParseOllamaShownContext, IsWhatTheModelWillBeLoadedWith) {
  const std::vector<ContextCase> cases = {
      {"the parameter",
       R"({"parameters":"stop \"<|eot|>\"\nnum_ctx                8192",)"
       R"("model_info":{"general.architecture":"q","q.context_length":32768}})",
       8192},
      {"no more than it was trained for",
       R"({"parameters":"num_ctx 8192","model_info":)"
       R"({"general.architecture":"q","q.context_length":2048}})",
       2048},
      {"the default",
       R"({"model_info":{"general.architecture":"q","q.context_length":32768}})",
       4096},
      {"the default of a smaller one",
       R"({"model_info":{"general.architecture":"q","q.context_length":512}})",
       512},
      {"training unknown", R"({"model_info":{}})", 4096},
      {"a size of another family",
       R"({"model_info":{"general.architecture":"q","r.context_length":512}})",
       4096},
      {"parameters that are none",
       R"({"parameters":"num_ctx\nnum_ctx x\nnum_ctx -1\nnum_ctx 1 2\n)"
       R"(my_num_ctx 7\nnum_ctx 99999999999","model_info":{}})",
       4096},
      {"another server", R"({"error":"not found"})", 0},
      {"no JSON", "", 0},
  };
  for (const ContextCase& c : cases) {
    EXPECT_EQ(ParseOllamaShownContext(c.body), c.tokens) << c.says;
  }
}

TEST(ParseTokenCount, TakesACountOrCountsTheTokens) {
  EXPECT_EQ(ParseTokenCount(R"({"tokens":[1,2,3]})"), 3);
  EXPECT_EQ(ParseTokenCount(R"({"count":7,"max_model_len":9,"tokens":[1]})"),
            7);
  EXPECT_EQ(ParseTokenCount(R"({"tokens":[]})"), 0);
  for (const char* body :
       {"", "{}", "[]", R"({"tokens":3})", R"({"count":"3"})",
        R"({"count":-1})", R"({"count":1e9})", R"({"count":99999999999})"}) {
    EXPECT_EQ(ParseTokenCount(body), std::nullopt) << body;
  }
}

}  // namespace
}  // namespace aii::model
