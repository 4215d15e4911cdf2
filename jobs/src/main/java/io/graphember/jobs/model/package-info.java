// SPDX-License-Identifier: Apache-2.0
/** Jobs that train a model. */
@NullMarked
package io.graphember.jobs.model;

import org.jspecify.annotations.NullMarked;
