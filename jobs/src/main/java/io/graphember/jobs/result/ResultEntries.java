// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.entry.Ownership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The entries of the catalog that point to what jobs have left: {@code publication/GRAPH/JOB/KIND}
 * and {@code model/GRAPH/JOB}. Safe for use by several threads and nodes.
 */
public final class ResultEntries {
  /** Kind of the publication that points to the rows that were learned with a model. */
  public static final String LEARNED = "learned";

  private static final String PUBLICATION = "publication/";
  private static final String MODEL = "model/";

  private final CatalogEntries entries;

  /** Entries of a catalog. */
  public ResultEntries(CatalogEntries entries) {
    this.entries = entries;
  }

  /** Path of the publications of a kind. */
  public static String publicationPath(String graph, String job, String kind) {
    return PUBLICATION + graph + "/" + job + "/" + kind;
  }

  /** Path of the pointer to a model. */
  public static String modelPath(String graph, String job) {
    return MODEL + graph + "/" + job;
  }

  /** The current publications of a kind, one for each vertex type that has one. */
  public List<Publication> publications(String graph, String job, String kind) {
    return entries
        .read(publicationPath(graph, job, kind), ResultEntries::parsePublications)
        .orElse(List.of());
  }

  /** The caches that an entry of publications points to; none if it cannot be read. */
  public List<String> caches(String path, String text) {
    return entries.parse(path, text, ResultEntries::parsePublications).orElse(List.of()).stream()
        .map(Publication::cache)
        .toList();
  }

  private static List<Publication> parsePublications(String path, String text) {
    ResultName name = ResultName.of(path.substring(PUBLICATION.length()));
    List<Publication> publications = Json.read(text, new TypeReference<>() {});
    if (publications == null) {
      throw new IllegalArgumentException("it says nothing");
    }
    requireWhole(name, publications);
    return publications;
  }

  /**
   * Refuses publications that lack something.
   *
   * @param name whose they are
   * @throws IllegalArgumentException if one does
   */
  static void requireWhole(ResultName name, List<Publication> publications) {
    for (Publication publication : publications) {
      if (publication == null
          || publication.name() == null
          || publication.kind() == null
          || publication.cache() == null
          || !publication.cache().startsWith("graphember.")
          || !publication.cache().contains("." + name.graph() + "." + name.job() + ".")) {
        throw new IllegalArgumentException(
            "a publication lacks its name, its kind or a cache of its own");
      }
    }
  }

  /** The current publications of a job, by their kinds. */
  SortedMap<String, List<Publication>> byKind(ResultName name) {
    final String prefix = PUBLICATION + name + "/";
    final SortedMap<String, List<Publication>> byKind = new TreeMap<>();
    for (String path : entries.below(prefix).keySet()) {
      entries // again: it is locked from now on
          .read(path, ResultEntries::parsePublications)
          .ifPresent(some -> byKind.put(path.substring(prefix.length()), some));
    }
    return byKind;
  }

  /** What is written of the model of a job, to see whether it is still the same. */
  public Optional<String> modelText(String graph, String job) {
    return entries.text(modelPath(graph, job));
  }

  /** Where the model of a job is. */
  public Optional<ModelPointer> model(String graph, String job) {
    return entries.read(modelPath(graph, job), ResultEntries::parseModel);
  }

  /** The key of the model that an entry points to. */
  public Optional<String> modelKey(String path, String text) {
    return entries.parse(path, text, ResultEntries::parseModel).map(ModelPointer::key);
  }

  private static ModelPointer parseModel(String path, String text) {
    ResultName.of(path.substring(MODEL.length()));
    return Json.read(text, ModelPointer.class);
  }

  /** The current publications of all graphs, by {@code GRAPH/JOB/KIND}. */
  public SortedMap<String, List<Publication>> publications() {
    SortedMap<String, List<Publication>> byName = new TreeMap<>();
    entries
        .below(PUBLICATION, ResultEntries::parsePublications)
        .forEach((path, all) -> byName.put(path.substring(PUBLICATION.length()), all));
    return byName;
  }

  /** What all jobs have left, by name of graph and job. */
  public List<JobResults> all() {
    return below("");
  }

  /** What the jobs of a graph have left, by name of the job. */
  public List<JobResults> of(String graph) {
    return below(graph + "/").stream()
        .filter(results -> results.name().graph().equals(graph))
        .toList();
  }

  /** What a job has left; may be nothing. */
  public JobResults find(ResultName name) {
    return new JobResults(
        name,
        byKind(name).values().stream().flatMap(List::stream).toList(),
        model(name.graph(), name.job()));
  }

  private List<JobResults> below(String names) {
    Map<ResultName, List<Publication>> publications =
        new TreeMap<>(Comparator.comparing(ResultName::graph).thenComparing(ResultName::job));
    Map<ResultName, ModelPointer> models = new TreeMap<>(Comparator.comparing(String::valueOf));
    entries
        .below(PUBLICATION + names, ResultEntries::parsePublications)
        .forEach(
            (path, some) ->
                publications
                    .computeIfAbsent(
                        ResultName.of(path.substring(PUBLICATION.length())),
                        name -> new ArrayList<>())
                    .addAll(some));
    entries
        .below(MODEL + names, ResultEntries::parseModel)
        .forEach(
            (path, model) -> {
              ResultName name = ResultName.of(path.substring(MODEL.length()));
              publications.putIfAbsent(name, new ArrayList<>());
              models.put(name, model);
            });
    List<JobResults> results = new ArrayList<>();
    publications.forEach(
        (name, all) ->
            results.add(new JobResults(name, all, Optional.ofNullable(models.get(name)))));
    return results;
  }

  /**
   * Removes what points to results of a job; within a transaction, so that all of it goes or
   * nothing. Entries that cannot be read go, too.
   *
   * @param newest version up to which results go: what came later stays
   * @param caches hears of the caches that nothing points to any more
   * @param keys hears of the keys of models that nothing points to any more
   * @return what went, which may be nothing
   */
  public JobResults drop(
      ResultName name, long newest, Consumer<String> caches, Consumer<String> keys) {
    List<Publication> gone = new ArrayList<>();
    final Optional<ModelPointer> model = dropModel(name, newest, keys);
    for (String path : entries.below(PUBLICATION + name + "/").keySet()) {
      gone.addAll(dropPublications(path, newest, caches));
    }
    if (newest == Long.MAX_VALUE || entries.below(PUBLICATION + name + "/").isEmpty()) {
      entries.remove(Ownership.path(name.graph(), name.job()));
    }
    return new JobResults(name, gone, model);
  }

  /** The same of the model alone, and of the rows that were learned with it. */
  public JobResults dropModel(ResultName name, Consumer<String> caches, Consumer<String> keys) {
    final Optional<ModelPointer> model = dropModel(name, Long.MAX_VALUE, keys);
    return new JobResults(
        name,
        dropPublications(
            publicationPath(name.graph(), name.job(), LEARNED), Long.MAX_VALUE, caches),
        model);
  }

  private Optional<ModelPointer> dropModel(ResultName name, long newest, Consumer<String> keys) {
    String path = modelPath(name.graph(), name.job());
    Optional<ModelPointer> model = entries.read(path, ResultEntries::parseModel);
    if (model.filter(pointer -> pointer.version() > newest).isPresent()) {
      return Optional.empty();
    }
    keys.accept(name.toString()); // a model that was left before models had versions
    model.ifPresent(pointer -> keys.accept(pointer.key()));
    entries.remove(path);
    return model;
  }

  private List<Publication> dropPublications(String path, long newest, Consumer<String> caches) {
    List<Publication> gone = entries.read(path, ResultEntries::parsePublications).orElse(List.of());
    if (gone.stream().anyMatch(publication -> publication.version() > newest)) {
      return List.of();
    }
    gone.forEach(publication -> caches.accept(publication.cache()));
    entries.remove(path);
    return gone;
  }
}
