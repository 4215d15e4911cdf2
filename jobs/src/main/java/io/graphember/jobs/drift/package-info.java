// SPDX-License-Identifier: Apache-2.0
/** How far the features of a version of a graph are from those that a model was trained on. */
@NullMarked
package io.graphember.jobs.drift;

import org.jspecify.annotations.NullMarked;
