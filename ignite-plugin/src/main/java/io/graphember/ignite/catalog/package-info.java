// SPDX-License-Identifier: Apache-2.0
/** The caches that we create, and the names under which SQL finds results. */
package io.graphember.ignite.catalog;
