// SPDX-License-Identifier: Apache-2.0
/**
 * From the programs of a model's layers to a plan: levels of work between which rows travel.
 * Depends on the model alone.
 */
@NullMarked
package io.graphember.tgar.plan;

import org.jspecify.annotations.NullMarked;
