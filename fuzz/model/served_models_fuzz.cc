// Properties of model/served_models on arbitrary bytes:
//   - It never crashes; what is no list gives no model.
//   - Each model has a name of a bounded size that does not run elsewhere, and
//     sizes that are not negative.
//   - The default is one of the models, and is loaded where one that answers
//     questions is.

#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "fuzz/fuzz_expect.h"
#include "model/endpoint.h"
#include "model/served_models.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using aii::model::ServedModel;
  const absl::string_view body(reinterpret_cast<const char*>(data), size);
  FUZZ_EXPECT(aii::model::ParsePropsContext(body) >= 0);
  FUZZ_EXPECT(aii::model::ParseOllamaLoadedContext(body, "a:1b") >= 0);
  FUZZ_EXPECT(aii::model::ParseOllamaShownContext(body) >= 0);

  const std::vector<ServedModel> models = aii::model::ParseServedModels(body);
  bool any_loaded = false;
  for (const ServedModel& model : models) {
    FUZZ_EXPECT(!model.name.empty());
    FUZZ_EXPECT(model.name.size() <= aii::model::kMaxServedNameBytes);
    FUZZ_EXPECT(!aii::model::RunsElsewhere(model.name));
    FUZZ_EXPECT(model.context_tokens >= 0 && model.trained_tokens >= 0);
    any_loaded |= model.loaded && !absl::StrContains(model.name, "embed");
  }
  const ServedModel* chosen = aii::model::DefaultModel(models);
  FUZZ_EXPECT((chosen == nullptr) == models.empty());
  if (any_loaded) FUZZ_EXPECT(chosen->loaded);
  return 0;
}
