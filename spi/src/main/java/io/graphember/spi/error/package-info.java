// SPDX-License-Identifier: Apache-2.0
/** Errors that a user can meet: a code, a category that decides the exit code, one sentence. */
@NullMarked
package io.graphember.spi.error;

import org.jspecify.annotations.NullMarked;
