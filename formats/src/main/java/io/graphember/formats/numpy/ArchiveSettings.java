// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import org.jspecify.annotations.Nullable;

/**
 * The archive of source npz, which holds sparse matrices as SciPy's parts of a compressed-row
 * matrix: {@code NAME_data}, {@code NAME_indices}, {@code NAME_indptr} and {@code NAME_shape}.
 * Those of features and targets may be dense arrays {@code NAME} instead. A vertex's key is its row
 * number from 0.
 *
 * @param file path below the data folder
 * @param edges name of the square matrix that has an entry for each edge
 * @param weights true if the values of that matrix are the edges' weights
 * @param features name of the matrix of feature rows
 * @param labels name of the array of classes
 * @param classNamesArray name of the array of the classes' names
 * @param targets name of the matrix of numbers to be predicted; null for none
 */
public record ArchiveSettings(
    @Setting("File below the data folder.") @NotEmpty String file,
    @Setting(
            value = "Matrix with an entry (i, j) for each edge from vertex i to j.",
            byDefault = "adj")
        @NotEmpty
        String edges,
    @Setting(
            value =
                "True if the values of that matrix are the edges' weights; else they are not read.",
            byDefault = "false")
        boolean weights,
    @Setting(
            value =
                "Matrix of feature rows, sparse or a dense array; if the archive has none, there are no features.",
            byDefault = "attr")
        @NotEmpty
        String features,
    @Setting(
            value = "Array of classes, -1 for none; if the archive has none, there are no labels.",
            byDefault = "labels")
        @NotEmpty
        String labels,
    @Setting(
            value =
                "Array of text with the name of each class, by its number; if the archive has none,"
                    + " classes are called by their numbers. classNames goes before it.",
            byDefault = "class_names")
        @NotEmpty
        String classNamesArray,
    @Setting(
            value =
                "Matrix of numbers to be predicted: values for task.type: regression, or 0 and"
                    + " 1 for multi-label; in a dense one nan where they are not known.",
            optional = true)
        @NotEmpty
        @Nullable String targets) {}
