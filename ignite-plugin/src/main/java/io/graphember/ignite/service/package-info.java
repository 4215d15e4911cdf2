// SPDX-License-Identifier: Apache-2.0
/** The service that thin clients call. */
@NullMarked
package io.graphember.ignite.service;

import org.jspecify.annotations.NullMarked;
